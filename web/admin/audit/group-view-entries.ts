import type { AuditLogEntry } from '#contract/admin/audit.ts';

const GROUP_WINDOW_MS = 10 * 60_000;

/** One row of the list: an entry, or the newest of several views. */
export interface AuditRow extends AuditLogEntry {
	/** The number of entries in the row. */
	count: number;
	/** The time of the oldest entry, as an ISO string. */
	since: string;
	/** The targets of the entries, each once. */
	targets: ReadonlySet<string>;
}

/** One row per entry. */
export function toAuditRows(entries: readonly AuditLogEntry[]): AuditRow[] {
	return entries.map((entry) => ({
		...entry,
		count: 1,
		since: entry.timestamp,
		targets: new Set([entry.target]),
	}));
}

/**
 * Joins entries of the same `VIEW_…` action by the same administrator into one row, if they were made within ten
 * minutes before the newest of them. The log itself keeps each entry.
 * @param entries one page of the log, newest first
 */
export function groupViews(entries: readonly AuditLogEntry[]): AuditRow[] {
	const rows: AuditRow[] = [];
	const groupByKey = new Map<string, AuditRow>();
	for (const row of toAuditRows(entries)) {
		const groupKey = `${row.action} ${row.adminId}`;
		const group = groupByKey.get(groupKey);
		if (group && Date.parse(group.timestamp) - Date.parse(row.timestamp) <= GROUP_WINDOW_MS) {
			group.count += 1;
			group.since = row.timestamp;
			group.targets = group.targets.union(row.targets);
		} else {
			rows.push(row);
			if (row.action.startsWith('VIEW_')) groupByKey.set(groupKey, row);
		}
	}
	return rows;
}
