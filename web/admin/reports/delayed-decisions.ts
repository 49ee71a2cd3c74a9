import {
	type DelayedChange,
	delayChange,
	isDelayed,
	isSending,
	sendInsteadOf,
	whileSending,
} from '#web/admin/lib/delayed-changes.ts';
import type { AnyReport, ReportKind } from './report-kind.ts';

type Kind = Pick<ReportKind<AnyReport>, 'dataKind'>;

interface DecidedReport {
	/** Made by `targetKey()`. */
	targetKey: string;
	/**
	 * The keys of the decisions on the report. Two if it was decided alone and then, within the delay, together with
	 * others about its target.
	 */
	changeKeys: readonly string[];
}

/**
 * The reports that were decided since the page was loaded, by their `reportKey`. A decision that notifies only the
 * reporter is delayed for ten seconds, in which it can be undone (lib/delayed-changes.ts).
 */
const decidedReports = new Map<string, DecidedReport>();

/** The key of the delayed decision on a report, which may decide other reports too. */
export function delayedKey(kind: Kind, id: number): string {
	const key = reportKey(kind, id);
	return pendingKeys(key)[0] ?? key;
}

/** The reports about one target that a decision is about. */
interface DecidedTogether {
	/** The id of the item, user or review. */
	target: number;
	ids: readonly number[];
}

/** Delays one decision on all these reports. */
export function delayDecision(
	kind: Kind,
	decided: DecidedTogether,
	change: Omit<DelayedChange, 'key'>,
): void {
	delayChange({ ...change, key: addDecision(kind, decided) });
}

/**
 * Sends one decision on all these reports at once, and cancels the delayed decisions that are only about these reports.
 * @param send resolves once the reports have been reloaded
 * @throws what `send` throws
 */
export async function sendDecision(
	kind: Kind,
	decided: DecidedTogether,
	send: () => Promise<unknown>,
): Promise<void> {
	const replacedKeys = delayedKeysWithin(kind, decided.ids);
	const key = addDecision(kind, decided);
	await sendInsteadOf(replacedKeys, () => whileSending([key], send));
}

/** @returns the key of the decision */
function addDecision(kind: Kind, { target, ids }: DecidedTogether): string {
	const key = `${kind.dataKind}/${ids.join()}`;
	for (const id of ids) {
		const report = reportKey(kind, id);
		const changeKeys = [...pendingKeys(report).filter((known) => known !== key), key];
		decidedReports.set(report, { targetKey: targetKey(kind, target), changeKeys });
	}
	return key;
}

/** The keys of the delayed decisions whose reports are all among `ids`. */
function delayedKeysWithin(kind: Kind, ids: readonly number[]): string[] {
	const reports = ids.map((id) => reportKey(kind, id));
	const keys = new Set(reports.flatMap(pendingKeys));
	return [...keys].filter((key) => !decidesOther(key, reports));
}

function decidesOther(key: string, reports: readonly string[]): boolean {
	return [...decidedReports].some(
		([report, { changeKeys }]) => changeKeys.includes(key) && !reports.includes(report),
	);
}

/** Whether a decision on a report is delayed or being sent. */
export function hasDecision(kind: Kind, id: number): boolean {
	return hasUnfinishedChange(decidedReports.get(reportKey(kind, id)));
}

/** The number of reports about a target whose decision is delayed or being sent. */
export function countWithDecision(kind: Kind, target: number): number {
	const reports = [...decidedReports.values()].filter(
		(report) => report.targetKey === targetKey(kind, target),
	);
	return reports.filter(hasUnfinishedChange).length;
}

function hasUnfinishedChange(report: DecidedReport | undefined): boolean {
	return report?.changeKeys.some((key) => isDelayed(key) || isSending(key)) ?? false;
}

/** The keys of the decisions on a report that can still be undone, the first one first. */
function pendingKeys(report: string): readonly string[] {
	return (decidedReports.get(report)?.changeKeys ?? []).filter((key) => isDelayed(key));
}

/** A key that is unique among the reports of all kinds. */
export function reportKey({ dataKind }: Kind, id: number): string {
	return `${dataKind}/${id}`;
}

/** A key that is unique among the reported items, users and reviews. */
function targetKey({ dataKind }: Kind, target: number): string {
	return `${dataKind} about ${target}`;
}
