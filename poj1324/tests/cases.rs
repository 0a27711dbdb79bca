testcases::main!();
