testcases::bench!();
