import { useState } from 'react';
import { delayChange, undoDelayed, useDelayedChanges } from '#web/admin/kit/delayed-changes.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import type { AnyReport, Decision, DecisionInput, ReportKind } from './report-kind.ts';
import { useDecisionMutation } from './use-decision-mutation.ts';

/** A decision on one report, as it was pressed. */
interface PendingDecision<Report extends AnyReport> {
	report: Report;
	decision: Decision<Report>;
	input: DecisionInput;
	/** Called when this report needs nothing more: it is held or sent, or somebody else was first. */
	onDecided?: (() => Promise<void>) | undefined;
}

/**
 * Takes decisions in the list and in the panel alike. What reaches the reported person is asked about first; of any other the
 * reporter is told, so it is held for some seconds, in which it can be undone.
 */
export function useDecisionControl<Report extends AnyReport>(kind: ReportKind<Report>) {
	const mutation = useDecisionMutation(kind);
	const [unconfirmed, setUnconfirmed] = useState<PendingDecision<Report>>();
	const delayed = useDelayedChanges();

	const send = ({ report: { id }, decision: { type }, input }: PendingDecision<Report>) =>
		mutation.mutateAsync({ id, type, ...input });

	async function decide(pendingDecision: PendingDecision<Report>): Promise<void> {
		const { report, decision, input, onDecided } = pendingDecision;
		if (decision.question) return setUnconfirmed(pendingDecision);
		delayChange({
			key: delayedKey(kind, report.id),
			message: `${decision.progressLabel} the ${kind.nameOf(report)}.`,
			isLastForTarget: input.wholeTarget || report.pendingForTarget === 1,
			// What went wrong is told in passing.
			send: () => send(pendingDecision).catch(() => undefined),
		});
		await onDecided?.();
	}

	async function confirm(): Promise<void> {
		if (!unconfirmed || mutation.isPending) return;
		try {
			await send(unconfirmed);
		} catch (error) {
			if (!(error instanceof ApiError && error.status === 409)) return;
		} finally {
			setUnconfirmed(undefined);
		}
		await unconfirmed.onDecided?.();
	}

	return {
		decide: decide,
		unconfirmed: unconfirmed,
		isBusy: mutation.isPending,
		confirm,
		cancel: () => setUnconfirmed(undefined),
		isDelayed: (id: number) => delayed.has(delayedKey(kind, id)),
		undo: (id: number) => undoDelayed(delayedKey(kind, id)),
	};
}

export type DecisionControl<Report extends AnyReport> = ReturnType<
	typeof useDecisionControl<Report>
>;

/** What a held decision on a report goes by. */
export function delayedKey(
	{ subject }: Pick<ReportKind<AnyReport>, 'subject'>,
	id: number,
): string {
	return `${subject}/${id}`;
}
