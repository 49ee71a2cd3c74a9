import { useState } from 'react';
import { REPORT_ACTIONS, REPORT_DECISION_MESSAGES } from '#contract/admin/report-decisions.ts';
import { sendDraft } from '#web/admin/kit/text-drafts.ts';
import { useAdminChange } from '#web/admin/kit/use-admin-change.ts';
import {
	type DelayedChange,
	delayChange,
	isDelayed,
	isSending,
	sendInsteadOf,
	undoDelayed,
	useDelayedChanges,
	whileSending,
} from '#web/admin/lib/delayed-changes.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import type { AnyReport, Decision, DecisionInput, ReportKind } from './report-kind.tsx';

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
function delayedKey(kind: Kind, id: number): string {
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
function delayDecision(
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
async function sendDecision(
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

/** A decision whose button was pressed, and which is not sent yet. */
interface PendingDecision<Report extends AnyReport> {
	report: Report;
	decision: Decision<Report>;
	input: DecisionInput;
	/** Called when the report needs no decision any more: one is delayed or sent, or a colleague has decided first. */
	onDecided?: (() => Promise<void>) | undefined;
}

/**
 * Handles decisions from the list and the panel. A decision that reaches the reported user is confirmed in a dialog
 * first. Any other decision only notifies the reporter, so it is delayed for ten seconds and can be undone.
 */
export function useDecisionControl<Report extends AnyReport>(kind: ReportKind<Report>) {
	const delayedMutation = useDecisionMutation(kind);
	const confirmedMutation = useDecisionMutation(kind, () => setUnconfirmed(undefined));
	const [unconfirmed, setUnconfirmed] = useState<PendingDecision<Report>>();
	const isConfirming = confirmedMutation.isPending && confirmedMutation.variables === unconfirmed;
	useDelayedChanges();

	async function decide(pendingDecision: PendingDecision<Report>): Promise<void> {
		const { report, decision, input, onDecided } = pendingDecision;
		if (decision.question) return setUnconfirmed(pendingDecision);
		const { otherReports = [] } = input;
		const decided = { target: kind.targetOf(report), ids: decidedBy(pendingDecision) };
		delayDecision(kind, decided, {
			message: `${decision.progressLabel} ${reportsLabel(kind, report, otherReports.length)}.`,
			// A toast reports the failure.
			send: () => delayedMutation.mutateAsync(pendingDecision).catch(() => undefined),
		});
		await onDecided?.();
	}

	async function confirm(): Promise<void> {
		if (!unconfirmed || isConfirming) return;
		const decided = { target: kind.targetOf(unconfirmed.report), ids: decidedBy(unconfirmed) };
		try {
			await sendDecision(kind, decided, () => confirmedMutation.mutateAsync(unconfirmed));
		} catch (error) {
			// A toast reports the failure. After a conflict the report needs no decision: a colleague has decided first.
			if (!(error instanceof ApiError && error.status === 409)) return;
		}
		await unconfirmed.onDecided?.();
	}

	return {
		decide,
		unconfirmed,
		isConfirming,
		/** Whether a decision on this report is delayed or being sent, so that no other one can be made. */
		isBusy: (id: number) => hasDecision(kind, id),
		confirm,
		cancel: () => setUnconfirmed(undefined),
		isDelayed: (id: number) => isDelayed(delayedKey(kind, id)),
		undo: (id: number) => undoDelayed(delayedKey(kind, id)),
	};
}

export type DecisionControl<Report extends AnyReport> = ReturnType<
	typeof useDecisionControl<Report>
>;

/** The ids of the reports that a decision is about. */
function decidedBy({
	report,
	input,
}: Pick<PendingDecision<AnyReport>, 'report' | 'input'>): number[] {
	return [report.id, ...(input.otherReports ?? [])];
}

/**
 * The mutation that sends a decision. It is pending until the reports have been reloaded.
 * @param onAnswered called before the reload, when the server has answered or the request has failed
 */
function useDecisionMutation<Report extends AnyReport>(
	kind: ReportKind<Report>,
	onAnswered?: () => void,
) {
	async function send({ report, decision: { type }, input }: PendingDecision<Report>) {
		const { id } = report;
		const action = REPORT_ACTIONS[type];
		const { message } = await sendDraft(reportKey(kind, id), () =>
			action.call === 'dismiss'
				? kind.dismiss(id, input)
				: kind.resolve(id, { ...input, action: action.action }),
		);
		return {
			message: message || REPORT_DECISION_MESSAGES.recorded(type),
			banned: kind.bannedBy?.(type, report),
		};
	}

	return useAdminChange({
		run: (decided: PendingDecision<Report>) => send(decided).finally(onAnswered),
		dataKinds: [
			'reports',
			'user-reports',
			'review-reports',
			'items',
			'wanted',
			'users',
			'analytics',
		],
		failureMessage: ({ decision: { type } }) => REPORT_DECISION_MESSAGES.failed(type),
		noConnectionMessage: ({ decision: { type } }) => REPORT_DECISION_MESSAGES.error(type),
	});
}

/** 'the report about Kettle by Meena', or '6 reports about Kettle' with the others that are decided too. */
function reportsLabel<Report extends AnyReport>(
	kind: ReportKind<Report>,
	report: Report,
	otherCount: number,
): string {
	if (otherCount === 0) return `the ${kind.nameOf(report)}`;
	return `${otherCount + 1} reports about ${kind.targetNameOf(report)}`;
}
