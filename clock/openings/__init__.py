"""Opening rules, a TOML file each, and what an opening must be like. docs/openings.md says how."""
