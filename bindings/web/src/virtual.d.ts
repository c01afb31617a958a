/** The script of the worker, as text. */
declare module 'virtual:worker' {
  const source: string;
  export default source;
}
