/** Prints one line on the terminal. */
export function printLine(line: string): void {
	process.stdout.write(`${line}\n`);
}

/** Ends the process with one line that says what to do. */
export function exitWithError(line: string): never {
	process.stderr.write(`${line}\n`);
	process.exit(1);
}
