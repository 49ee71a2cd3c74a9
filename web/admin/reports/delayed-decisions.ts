import { type DelayedChange, delayChange, isDelayed } from '#web/admin/lib/delayed-changes.ts';
import type { AnyReport, ReportKind } from './report-kind.ts';

type Subject = Pick<ReportKind<AnyReport>, 'subject'>;

/**
 * For each report, by its key: the keys of the decisions that are held back, so that they can be undone. A report may be
 * decided by itself, and then again with others.
 */
const changeKeys = new Map<string, readonly string[]>();

/** The key of the delayed decision on a report, which may decide other reports too. */
export function delayedKey(kind: Subject, id: number): string {
	const key = reportKey(kind, id);
	return pendingKeys(key)[0] ?? key;
}

/** Delays one decision on these reports: each of them counts as delayed. */
export function delayDecision(
	kind: Subject,
	ids: readonly number[],
	change: Omit<DelayedChange, 'key'>,
): void {
	const key = `${kind.subject}/${ids.join()}`;
	for (const id of ids) {
		const report = reportKey(kind, id);
		changeKeys.set(report, [...pendingKeys(report).filter((known) => known !== key), key]);
	}
	delayChange({ ...change, key });
}

/** The keys of the delayed decisions that decide no reports but these. */
export function delayedKeysWithin(kind: Subject, ids: readonly number[]): string[] {
	const reports = ids.map((id) => reportKey(kind, id));
	const keys = new Set(reports.flatMap(pendingKeys));
	return [...keys].filter((key) => !decidesOther(key, reports));
}

function decidesOther(key: string, reports: readonly string[]): boolean {
	return [...changeKeys].some(([report, keys]) => keys.includes(key) && !reports.includes(report));
}

/** The keys of the decisions on a report that can still be undone, the first one first. */
function pendingKeys(report: string): readonly string[] {
	return (changeKeys.get(report) ?? []).filter((key) => isDelayed(key));
}

/** Tells a report from all others, those of other kinds too. */
export function reportKey({ subject }: Subject, id: number): string {
	return `${subject}/${id}`;
}
