import type { WANTED_REPORT_OUTCOMES } from '#contract/admin/report-decisions.ts';
import {
	ADMIN_WANTED_MESSAGES,
	type AdminWanted,
	dismissWantedReport,
	getAdminWanted,
	removeWanted,
	resolveWantedReport,
	wantedDecisionNotes,
} from '#contract/admin/wanted.ts';
import type { RowAction, TextQuestion } from '#web/admin/kit/list-section.ts';
import type { ChangeReply } from '#web/admin/kit/use-mutation-with-undo.ts';
import { callAdminApi } from '#web/admin/lib/api.ts';

type Outcome = (typeof WANTED_REPORT_OUTCOMES)[number];

const NOTES = {
	label: 'Notes (optional)',
	schema: wantedDecisionNotes,
	name: 'notes',
};

/** What can be done with a post: remove it, and decide all pending reports about it together. */
export function wantedActions({
	id,
	title,
	status,
	reports,
	User: owner,
}: AdminWanted): RowAction[] {
	const decide = (action: Outcome) => (notes: string) => resolveReports(id, action, notes);
	const removing: RowAction = {
		label: 'Remove',
		key: 'd',
		isDestructive: true,
		send: () => callAdminApi(removeWanted, { params: { id } }),
		confirm: { title: `Remove ${title}`, question: ADMIN_WANTED_MESSAGES.confirmRemoval },
	};
	const removingForReports: RowAction = {
		label: 'Remove',
		key: 'd',
		isDestructive: true,
		send: decide('wanted_removed'),
		ask: questionOf(`Remove ${title}`, 'It leaves the market at once. The owner reads the notes.'),
	};
	const warning: RowAction = {
		label: 'Warn',
		key: 'w',
		isSecondary: true,
		send: decide('user_warned'),
		ask: questionOf(`Warn ${owner.userName}`, 'The post stays. They read the notes as a warning.'),
	};
	const banning: RowAction = {
		label: 'Ban',
		key: 'b',
		isDestructive: true,
		isSecondary: true,
		send: decide('user_banned'),
		ask: questionOf(`Ban ${owner.userName}`, 'All their posts and items leave the market at once.'),
	};
	const dismissing: RowAction = {
		label: 'Dismiss reports',
		key: 's',
		isSecondary: true,
		send: (notes) => dismissReports(id, notes),
		ask: questionOf(
			`Dismiss the reports of ${title}`,
			'The post stays, and the reporters are told.',
		),
	};
	if (reports > 0) {
		const first = status === 'removed' ? [] : [removingForReports];
		return [...first, dismissing, warning, ...(owner.isBanned ? [] : [banning])];
	}
	return status === 'removed' ? [] : [removing];
}

function questionOf(title: string, description: string): TextQuestion {
	return { ...NOTES, title, description };
}

async function resolveReports(id: number, action: Outcome, notes: string): Promise<ChangeReply> {
	const { first, others } = await pendingReportsOf(id);
	const body = { action, notes, wholeTarget: true, otherReports: others };
	return callAdminApi(resolveWantedReport, { params: { id: first }, body });
}

async function dismissReports(id: number, notes: string): Promise<ChangeReply> {
	const { first, others } = await pendingReportsOf(id);
	const body = { notes, wholeTarget: true, otherReports: others };
	return callAdminApi(dismissWantedReport, { params: { id: first }, body });
}

/** The oldest report is decided together with those that were there at this moment. */
async function pendingReportsOf(id: number): Promise<{ first: number; others: number[] }> {
	const { pendingReports } = await callAdminApi(getAdminWanted, { params: { id } });
	const [first = 0, ...others] = pendingReports.map((report) => report.id);
	return { first, others };
}
