import { useState } from 'react';
import { REPORT_ACTIONS, REPORT_DECISION_MESSAGES } from '#contract/admin/report-decisions.ts';
import { dropDraft } from '#web/admin/kit/text-drafts.ts';
import { useMutationWithUndo } from '#web/admin/kit/use-mutation-with-undo.ts';
import { sendInsteadOf, undoDelayed, useDelayedChanges } from '#web/admin/lib/delayed-changes.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { delayDecision, delayedKey, delayedKeysWithin, reportKey } from './delayed-decisions.ts';
import type { AnyReport, Decision, DecisionInput, ReportKind } from './report-kind.ts';

/** A decision on one report that was pressed. */
interface PendingDecision<Report extends AnyReport> {
	report: Report;
	decision: Decision<Report>;
	input: DecisionInput;
	/** Called when this report is done: the decision is delayed or sent, or a colleague was first. */
	onDecided?: (() => Promise<void>) | undefined;
}

/**
 * Handles decisions from the list and the panel. A decision that reaches the reported user asks first; any other only
 * notifies the reporter, so it is delayed for some seconds and can be undone.
 */
export function useDecisionControl<Report extends AnyReport>(kind: ReportKind<Report>) {
	const delayedMutation = useDecisionMutation(kind);
	const confirmedMutation = useDecisionMutation(kind);
	/** The reports whose delayed decisions are being sent; there may be several. */
	const [sendingIds, setSendingIds] = useState<readonly number[]>([]);
	const [unconfirmed, setUnconfirmed] = useState<PendingDecision<Report>>();
	const delayed = useDelayedChanges();

	async function decide(pendingDecision: PendingDecision<Report>): Promise<void> {
		const { report, decision, input, onDecided } = pendingDecision;
		if (decision.question) return setUnconfirmed(pendingDecision);
		const { otherReports = [] } = input;
		const ids = decidedBy(pendingDecision);
		const decided = { target: kind.targetOf(report), ids };
		delayDecision(kind, decided, {
			message: `${decision.progressLabel} ${reportsLabel(kind, report, otherReports.length)}.`,
			send: async () => {
				setSendingIds((sending) => [...sending, ...ids]);
				// A toast reports the failure.
				await delayedMutation.mutateAsync(pendingDecision).catch(() => undefined);
				setSendingIds((sending) => sending.filter((id) => !ids.includes(id)));
			},
		});
		await onDecided?.();
	}

	async function confirm(): Promise<void> {
		if (!unconfirmed || confirmedMutation.isPending) return;
		const replaced = delayedKeysWithin(kind, decidedBy(unconfirmed));
		try {
			await sendInsteadOf(replaced, () => confirmedMutation.mutateAsync(unconfirmed));
		} catch (error) {
			if (!(error instanceof ApiError && error.status === 409)) return;
		} finally {
			setUnconfirmed(undefined);
		}
		await unconfirmed.onDecided?.();
	}

	return {
		decide,
		unconfirmed,
		isConfirming: confirmedMutation.isPending,
		/** Whether a decision on this report is being sent, so that no other one can be made. */
		isBusy: (id: number) =>
			sendingIds.includes(id) ||
			(confirmedMutation.isPending && decidedBy(confirmedMutation.variables).includes(id)),
		confirm,
		cancel: () => setUnconfirmed(undefined),
		isDelayed: (id: number) => delayed.has(delayedKey(kind, id)),
		undo: (id: number) => undoDelayed(delayedKey(kind, id)),
	};
}

export type DecisionControl<Report extends AnyReport> = ReturnType<
	typeof useDecisionControl<Report>
>;

/** The ids of the reports that it decides. */
function decidedBy({
	report,
	input,
}: Pick<PendingDecision<AnyReport>, 'report' | 'input'>): number[] {
	return [report.id, ...(input.otherReports ?? [])];
}

/** Sends a decision. */
function useDecisionMutation<Report extends AnyReport>(kind: ReportKind<Report>) {
	return useMutationWithUndo({
		run: async ({ report: { id }, decision: { type }, input }: PendingDecision<Report>) => {
			const action = REPORT_ACTIONS[type];
			const { message } =
				action.call === 'dismiss'
					? await kind.dismiss(id, input)
					: await kind.resolve(id, { ...input, action: action.action });
			dropDraft(reportKey(kind, id));
			return { message: message || REPORT_DECISION_MESSAGES.recorded(type) };
		},
		subjects: [
			'reports',
			'user-reports',
			'review-reports',
			'items',
			'wanted',
			'users',
			'analytics',
		],
		// In the specification's words (spec 2 §8, "Reports").
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
