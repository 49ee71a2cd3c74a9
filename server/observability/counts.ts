/** What is only counted since the process started; the metrics report it. */
export const counts = {
	/** Refused requests by the limit or request class that refused them. */
	refusals: new Map<string, number>(),
	/** Log lines by pino's number of their level. */
	logLines: new Map<number, number>(),
};

/**
 * Counts a request refused because of overload or a limit.
 * @param by the limit or request class, from a small fixed set
 */
export function countRefusal(by: string): void {
	counts.refusals.set(by, (counts.refusals.get(by) ?? 0) + 1);
}

/** @param level pino's number */
export function countLogLine(level: number): void {
	counts.logLines.set(level, (counts.logLines.get(level) ?? 0) + 1);
}
