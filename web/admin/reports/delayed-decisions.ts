import { type DelayedChange, delayChange, isDelayed } from '#web/admin/lib/delayed-changes.ts';
import type { AnyReport, ReportKind } from './report-kind.ts';

type Subject = Pick<ReportKind<AnyReport>, 'subject'>;

interface DecidedReport {
	/** The kind of report, and the id of the reported item, user or review. */
	target: string;
	/** The keys of its delayed decisions. There can be two: one for this report alone, then one together with others. */
	changeKeys: readonly string[];
}

/** Reports with a decision that is or was delayed, by their `reportKey`. */
const decidedReports = new Map<string, DecidedReport>();

/** The key of the delayed decision on a report, which may decide other reports too. */
export function delayedKey(kind: Subject, id: number): string {
	const key = reportKey(kind, id);
	return pendingKeys(key)[0] ?? key;
}

/** Delays one decision on these reports about one target: each of them counts as delayed. */
export function delayDecision(
	kind: Subject,
	{ target, ids }: { target: number; ids: readonly number[] },
	change: Omit<DelayedChange, 'key'>,
): void {
	const key = `${kind.subject}/${ids.join()}`;
	for (const id of ids) {
		const report = reportKey(kind, id);
		const changeKeys = [...pendingKeys(report).filter((known) => known !== key), key];
		decidedReports.set(report, { target: targetKey(kind, target), changeKeys });
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
	return [...decidedReports].some(
		([report, { changeKeys }]) => changeKeys.includes(key) && !reports.includes(report),
	);
}

/** The number of reports about a target whose decision is delayed. */
export function countDelayed(kind: Subject, target: number): number {
	const own = [...decidedReports].filter((entry) => entry[1].target === targetKey(kind, target));
	return own.filter(([report]) => pendingKeys(report).length > 0).length;
}

/** The keys of the decisions on a report that can still be undone, the first one first. */
function pendingKeys(report: string): readonly string[] {
	return (decidedReports.get(report)?.changeKeys ?? []).filter((key) => isDelayed(key));
}

/** A key that is unique among the reports of all kinds. */
export function reportKey({ subject }: Subject, id: number): string {
	return `${subject}/${id}`;
}

function targetKey({ subject }: Subject, target: number): string {
	return `${subject} about ${target}`;
}
