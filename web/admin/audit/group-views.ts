import type { AuditLogEntry } from '#contract/admin/audit.ts';

const WITHIN_MS = 10 * 60_000;

/** One line of the list: an entry, or the newest of several views. */
export interface AuditLine extends AuditLogEntry {
	/** How many entries the line stands for. */
	count: number;
	/** When the oldest of them was made, as an ISO string. */
	since: string;
	/** What they were done to, each once. */
	targets: ReadonlySet<string>;
}

/** Each entry a line of its own. */
export function linesOf(entries: readonly AuditLogEntry[]): AuditLine[] {
	return entries.map((entry) => ({
		...entry,
		count: 1,
		since: entry.timestamp,
		targets: new Set([entry.target]),
	}));
}

/**
 * Joins the views of one kind that one administrator made within ten minutes of the newest of them. Only entries of the same
 * page are joined; the log itself keeps each.
 * @param entries newest first
 */
export function groupViews(entries: readonly AuditLogEntry[]): AuditLine[] {
	const lines: AuditLine[] = [];
	const newest = new Map<string, AuditLine>();
	for (const line of linesOf(entries)) {
		const kind = `${line.action} ${line.adminUsername}`;
		const group = newest.get(kind);
		if (group && Date.parse(group.timestamp) - Date.parse(line.timestamp) <= WITHIN_MS) {
			group.count += 1;
			group.since = line.timestamp;
			group.targets = group.targets.union(line.targets);
		} else {
			lines.push(line);
			if (line.action.startsWith('VIEW_')) newest.set(kind, line);
		}
	}
	return lines;
}
