import { REPORT_DECISION_MESSAGES } from '#contract/admin/report-decisions.ts';
import { useMutationWithUndo } from '#web/admin/kit/use-mutation-with-undo.ts';
import type { AnyReport, DecisionInput, ReportAction, ReportKind } from './report-kind.ts';

interface DecisionRequest extends DecisionInput {
	id: number;
	type: ReportAction;
}

/** Sends a decision and reports its result in the specification's words (spec 2 §8, "Reports"). */
export function useDecisionMutation<Report extends AnyReport>(kind: ReportKind<Report>) {
	return useMutationWithUndo({
		run: ({ id, type, ...input }: DecisionRequest) => kind.decide(id, type, input),
		subjects: ['reports', 'user-reports', 'items', 'users', 'analytics'],
		successMessage: ({ message }, { type }) => message || REPORT_DECISION_MESSAGES.recorded(type),
		failureMessage: ({ type }) => REPORT_DECISION_MESSAGES.failed(type),
		noConnectionMessage: ({ type }) => REPORT_DECISION_MESSAGES.error(type),
	});
}
