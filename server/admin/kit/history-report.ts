import type { AdminHistory } from '#contract/admin/history.ts';
import type { AuditAction } from '#contract/core/audit-actions.ts';
import type { ReportKind } from '#server/features/reports/queries.ts';

type DecidedReport = NonNullable<AdminHistory[number]['report']>;

/** The columns of an audit entry that name the report behind an action. */
export interface AuditedAction {
	action: string;
	details: string;
	/** As `audit_log.report`: null in an entry that is older than this column. */
	report: string | null;
}

const SUBJECTS: Readonly<Record<string, DecidedReport['about']>> = {
	report: 'item',
	'user report': 'user',
	'wanted report': 'wanted',
	'review report': 'review',
} satisfies Record<ReportKind['name'], DecidedReport['about']>;

/** The report whose decision led to an action, and the administrator's notes on it; undefined for an action without a report. */
export function decidedReportOf(entry: AuditedAction): DecidedReport | undefined {
	const report = entry.report ?? reportInOldDetails(entry);
	const [, name = '', id] = /^(.+) (\d+)$/.exec(report) ?? [];
	const about = SUBJECTS[name];
	if (about === undefined) return undefined;
	// The details repeat the report, so that a search of the log finds it.
	const notes = entry.details.slice(`${report}: `.length);
	return { about, id: Number(id), notes };
}

/** The actions that the decision of a report can lead to. */
const REPORT_ACTIONS: readonly string[] = [
	'USER_BANNED',
	'USER_WARNED',
	'ITEM_BANNED',
	'WANTED_REMOVED',
	'REVIEW_HIDDEN',
] satisfies AuditAction[];

/** The report named in the details of an entry without `report`: 'user report 3' in 'user report 3: the notes'. */
function reportInOldDetails({ action, details }: AuditedAction): string {
	if (!REPORT_ACTIONS.includes(action)) return '';
	return /^(?:(?:user|wanted|review) )?report \d+(?=$|: )/.exec(details)?.[0] ?? '';
}
