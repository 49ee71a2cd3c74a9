import { REPORT_DECISION_MESSAGES } from '#contract/admin/report-decisions.ts';
import { useChange } from '#web/admin/kit/use-change.ts';
import type { AnyReport, DecisionWords, ReportAction, ReportKind } from './report-kind.ts';

interface Asked extends DecisionWords {
	id: number;
	type: ReportAction;
}

/** Decides reports, and says what came of it in the documents' words (spec 2 §8, "Reports"). */
export function useDecision<Report extends AnyReport>(kind: ReportKind<Report>) {
	return useChange({
		run: ({ id, type, ...words }: Asked) => kind.decide(id, type, words),
		subjects: ['reports', 'user-reports', 'items', 'users', 'analytics'],
		done: ({ message }, { type }) => message || REPORT_DECISION_MESSAGES.recorded(type),
		failed: ({ type }) => REPORT_DECISION_MESSAGES.failed(type),
		unreached: ({ type }) => REPORT_DECISION_MESSAGES.error(type),
	});
}
