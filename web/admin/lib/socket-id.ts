let line: string | undefined;

/** The number of this page's live connection, while it has one. */
export function readLine(): string | undefined {
	return line;
}

export function noteLine(number: string | undefined): void {
	line = number;
}
