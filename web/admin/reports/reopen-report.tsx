import { useState } from 'react';
import { REPORT_DECISION_MESSAGES } from '#contract/admin/report-decisions.ts';
import { PanelActions } from '#web/admin/kit/panel-actions.tsx';
import { useAdminChange } from '#web/admin/kit/use-admin-change.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import type { AnyReport, ReportKind } from './report-kind.ts';

interface ReopenReportProps<Report extends AnyReport> {
	kind: ReportKind<Report>;
	report: Report;
}

/** The button that lets a decided report wait for a decision again, with the question before. */
export function ReopenReport<Report extends AnyReport>({
	kind,
	report,
}: ReopenReportProps<Report>) {
	const [isAsking, setIsAsking] = useState(false);
	const reopen = useAdminChange({
		run: () => kind.reopen(report.id).finally(() => setIsAsking(false)),
		dataKinds: [kind.dataKind],
		failureMessage: REPORT_DECISION_MESSAGES.reopenFailed,
	});
	return (
		<>
			<PanelActions
				actions={[{ label: 'Reopen', key: 'o', run: () => setIsAsking(true) }]}
				isBusy={reopen.isPending}
			/>
			<ConfirmDialog
				open={isAsking}
				title="Reopen"
				question={`${report.reporter.userName} is told that the administrators look at the report again. A warning or a ban stays as it is.`}
				confirmLabel="Reopen"
				busy={reopen.isPending}
				onConfirm={() => reopen.mutate(undefined)}
				onCancel={() => setIsAsking(false)}
			/>
		</>
	);
}
