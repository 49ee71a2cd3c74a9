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
	 * The keys of the decisions on the report. Two if the report was decided alone and then, within the delay, together
	 * with other reports about the same target.
	 */
	changeKeys: readonly string[];
}

/**
 * The reports that were decided since the page was loaded, by their `reportKey`. A decision that notifies only the
 * reporter is delayed for ten seconds, in which it can be undone (lib/delayed-changes.ts).
 */
const decidedReports = new Map<string, DecidedReport>();

/**
 * The key of the first delayed decision on a report; if none is delayed, a key under which nothing is delayed. The
 * decision may be about other reports too.
 */
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

/** Adds a decision to each of its reports. @returns the key of the decision */
function addDecision(kind: Kind, { target, ids }: DecidedTogether): string {
	const key = `${kind.dataKind}/${ids.join()}`;
	for (const id of ids) {
		const keyOfReport = reportKey(kind, id);
		const changeKeys = [...pendingKeys(keyOfReport).filter((known) => known !== key), key];
		decidedReports.set(keyOfReport, { targetKey: targetKey(kind, target), changeKeys });
	}
	return key;
}

/** The keys of the delayed decisions whose reports are all among `ids`. */
function delayedKeysWithin(kind: Kind, ids: readonly number[]): string[] {
	const reportKeys = ids.map((id) => reportKey(kind, id));
	const changeKeys = new Set(reportKeys.flatMap(pendingKeys));
	return [...changeKeys].filter((changeKey) => !decidesOther(changeKey, reportKeys));
}

/** Whether a decision is also about a report outside `reportKeys`. */
function decidesOther(changeKey: string, reportKeys: readonly string[]): boolean {
	return [...decidedReports].some(
		([keyOfReport, { changeKeys }]) =>
			changeKeys.includes(changeKey) && !reportKeys.includes(keyOfReport),
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
function pendingKeys(keyOfReport: string): readonly string[] {
	return (decidedReports.get(keyOfReport)?.changeKeys ?? []).filter((key) => isDelayed(key));
}

/** A key that is unique among the reports of all kinds. */
export function reportKey({ dataKind }: Kind, id: number): string {
	return `${dataKind}/${id}`;
}

/** A key that is unique among the reported items, users and reviews. */
function targetKey({ dataKind }: Kind, target: number): string {
	return `${dataKind} about ${target}`;
}
