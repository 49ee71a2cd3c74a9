import { useState } from 'react';
import { REPORT_ACTIONS, REPORT_DECISION_MESSAGES } from '#contract/admin/report-decisions.ts';
import { sendDraft } from '#web/admin/kit/text-drafts.ts';
import { useAdminChange } from '#web/admin/kit/use-admin-change.ts';
import { isDelayed, undoDelayed, useDelayedChanges } from '#web/admin/lib/delayed-changes.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import {
	delayDecision,
	delayedKey,
	hasDecision,
	reportKey,
	sendDecision,
} from './delayed-decisions.ts';
import type { AnyReport, Decision, DecisionInput, ReportKind } from './report-kind.ts';

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
