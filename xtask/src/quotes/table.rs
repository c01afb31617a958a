//! Tables in Markdown: their cells by the names of row and column.

/// A table, and the heading that it stands under.
pub(super) struct Table {
    pub(super) heading: String,
    header: Vec<String>,
    alignment: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// All tables of a page.
    pub(super) fn read(page: &str) -> Vec<Self> {
        let mut tables: Vec<Self> = Vec::new();
        let (mut heading, mut inside) = (String::new(), false);
        for line in page.lines() {
            if let Some(title) = line.strip_prefix('#') {
                heading = title.trim_start_matches('#').trim().to_owned();
            }
            let Some(cells) = cells(line) else {
                inside = false;
                continue;
            };
            match tables.last_mut().filter(|_| inside) {
                Some(table) if table.alignment.is_empty() => table.alignment = cells,
                Some(table) => table.rows.push(cells),
                None => tables.push(Self {
                    heading: heading.clone(),
                    header: cells,
                    alignment: Vec::new(),
                    rows: Vec::new(),
                }),
            }
            inside = true;
        }
        tables
    }

    /// Whether all rows of that choice are there.
    pub(super) fn has(&self, rows: &str) -> bool {
        self.choose(rows).is_ok()
    }

    /// One cell.
    pub(super) fn cell(&self, row: &str, column: &str) -> Result<String, String> {
        let (rows, columns) = (self.choose(row)?, self.columns(column)?);
        match (rows[..].as_ref(), columns[..].as_ref()) {
            ([row], [column]) => Ok(self.rows[*row][*column].clone()),
            _ => Err(format!("`{row}; {column}` is more than one cell")),
        }
    }

    /// A table of some rows and columns, named as here.
    pub(super) fn part(&self, rows: &str, columns: &str) -> Result<String, String> {
        let mut chosen = vec![self.labels().saturating_sub(1)];
        chosen.extend(self.columns(columns)?);
        let pick = |cells: &[String]| -> Vec<String> {
            chosen.iter().map(|&i| cells.get(i).cloned().unwrap_or_default()).collect()
        };
        let line = |cells: Vec<String>| {
            let cells = cells
                .iter()
                .map(|cell| if cell.is_empty() { " ".into() } else { format!(" {cell} ") });
            format!("|{}|\n", cells.collect::<Vec<_>>().join("|"))
        };
        let mut text = line(pick(&self.header));
        text += &format!("|{}|\n", pick(&self.alignment).join("|"));
        for row in self.choose(rows)? {
            text += &line(pick(&self.rows[row]));
        }
        Ok(text)
    }

    /// How many columns name the rows: those before the first one of figures, which stand to the right.
    fn labels(&self) -> usize {
        self.alignment.iter().take_while(|cell| !cell.ends_with(':')).count()
    }

    fn choose(&self, names: &str) -> Result<Vec<usize>, String> {
        if names == "*" {
            return Ok((0..self.rows.len()).collect());
        }
        let find = |name: &str| {
            let is = |test: fn(&str, &str) -> bool| {
                let labels = |row: &Vec<String>| {
                    row[..self.labels()].iter().any(|cell| test(&plain(cell), &plain(name)))
                };
                self.rows.iter().position(labels)
            };
            let found =
                is(|cell, name| cell == name).or_else(|| is(|cell, name| cell.starts_with(name)));
            found.ok_or_else(|| format!("there is no row `{name}`"))
        };
        names.split(" | ").map(find).collect()
    }

    fn columns(&self, names: &str) -> Result<Vec<usize>, String> {
        if names == "*" {
            return Ok((self.labels()..self.header.len()).collect());
        }
        let find = |name: &str| {
            let mut from = 0;
            for part in name.split(" > ") {
                let place = self.header[from..].iter().position(|cell| cell == part);
                from += place.ok_or_else(|| format!("there is no column `{name}`"))? + 1;
            }
            Ok(from - 1)
        };
        names.split(" | ").map(find).collect()
    }
}

/// The cells of a line of a table.
fn cells(line: &str) -> Option<Vec<String>> {
    let line = line.trim().strip_prefix('|')?.strip_suffix('|')?;
    Some(line.split('|').map(|cell| cell.trim().to_owned()).collect())
}

/// Without the marks of code.
fn plain(text: &str) -> String {
    text.replace('`', "")
}
