import { useState } from 'react';
import { holdChange, undoHeld, useHeldChanges } from '#web/admin/kit/delayed-changes.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import type { AnyReport, Decision, DecisionWords, ReportKind } from './report-kind.ts';
import { useDecision } from './use-decision.ts';

/** A decision on one report, as it was pressed. */
interface Taken<Report extends AnyReport> {
	report: Report;
	decision: Decision<Report>;
	words: DecisionWords;
	/** Called when this report needs nothing more: it is held or sent, or somebody else was first. */
	onTaken?: (() => Promise<void>) | undefined;
}

/**
 * Takes decisions in the list and in the panel alike. What reaches the reported person is asked about first; of any other the
 * reporter is told, so it is held for some seconds, in which it can be undone.
 */
export function useDeciding<Report extends AnyReport>(kind: ReportKind<Report>) {
	const sending = useDecision(kind);
	const [asked, setAsked] = useState<Taken<Report>>();
	const held = useHeldChanges();

	const send = ({ report: { id }, decision: { type }, words }: Taken<Report>) =>
		sending.mutateAsync({ id, type, ...words });

	async function take(taken: Taken<Report>): Promise<void> {
		const { report, decision, words, onTaken } = taken;
		if (decision.question) return setAsked(taken);
		holdChange({
			key: heldKey(kind, report.id),
			words: `${decision.doing} the ${kind.nameOf(report)}.`,
			isLast: words.wholeTarget || report.pendingForTarget === 1,
			// What went wrong is told in passing.
			send: () => send(taken).catch(() => undefined),
		});
		await onTaken?.();
	}

	async function confirm(): Promise<void> {
		if (!asked || sending.isPending) return;
		try {
			await send(asked);
		} catch (error) {
			if (!(error instanceof ApiError && error.status === 409)) return;
		} finally {
			setAsked(undefined);
		}
		await asked.onTaken?.();
	}

	return {
		take,
		asked,
		isBusy: sending.isPending,
		confirm,
		cancel: () => setAsked(undefined),
		isHeld: (id: number) => held.has(heldKey(kind, id)),
		undo: (id: number) => undoHeld(heldKey(kind, id)),
	};
}

export type Deciding<Report extends AnyReport> = ReturnType<typeof useDeciding<Report>>;

/** What a held decision on a report goes by. */
export function heldKey({ subject }: Pick<ReportKind<AnyReport>, 'subject'>, id: number): string {
	return `${subject}/${id}`;
}
