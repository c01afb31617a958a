#![cfg_attr(fuzzing, no_main)]
tilework_fuzz::target!(hardware);
