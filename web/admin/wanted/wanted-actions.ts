import { REPORT_DECISION_ERRORS } from '#contract/admin/errors.ts';
import type { WANTED_REPORT_OUTCOMES } from '#contract/admin/report-decisions.ts';
import {
	ADMIN_WANTED_MESSAGES,
	dismissWantedReport,
	getAdminWanted,
	removeWanted,
	resolveWantedReport,
	wantedDecisionNotes,
} from '#contract/admin/wanted.ts';
import { isolated } from '#contract/core/format.ts';
import type { RowAction, TextQuestion } from '#web/admin/kit/list-section.ts';
import type { ChangeReply } from '#web/admin/kit/use-admin-change.ts';
import { callAdminApi } from '#web/admin/lib/api.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { toast } from '#web/ui/toast.ts';
import type { WantedWithReports } from './wanted-details.tsx';

type Outcome = (typeof WANTED_REPORT_OUTCOMES)[number];

const NOTES = {
	label: 'Notes (optional)',
	schema: wantedDecisionNotes,
	name: 'notes',
};

/** The actions on a wanted post: remove it, or decide together all pending reports about it that the page shows. */
export function wantedActions(post: WantedWithReports): RowAction[] {
	const { id, title, status, isDeleted, reports, User: owner } = post;
	const decide = (action: Outcome) => (notes: string) => resolveReports(post, action, notes);
	const removing: RowAction = {
		label: 'Remove',
		key: 'd',
		isDestructive: true,
		send: () => callAdminApi(removeWanted, { params: { id } }),
		confirm: { title: `Remove ${isolated(title)}`, question: ADMIN_WANTED_MESSAGES.confirmRemoval },
	};
	const removingForReports: RowAction = {
		label: 'Remove',
		key: 'd',
		isDestructive: true,
		send: decide('wanted_removed'),
		ask: questionOf(
			`Remove ${isolated(title)}`,
			'It leaves the market at once. The owner reads the notes.',
		),
	};
	const warning: RowAction = {
		label: 'Warn',
		key: 'w',
		isSecondary: true,
		send: decide('user_warned'),
		ask: questionOf(
			`Warn ${isolated(owner.userName)}`,
			`${isDeleted ? '' : 'The post stays. '}They read the notes as a warning.`,
		),
	};
	const banning: RowAction = {
		label: 'Ban',
		key: 'b',
		isDestructive: true,
		isSecondary: true,
		send: async (notes) => ({
			...(await decide('user_banned')(notes)),
			banned: { about: 'user', id: owner.id },
		}),
		ask: questionOf(
			`Ban ${isolated(owner.userName)}`,
			'All their posts and items leave the market at once.',
		),
	};
	const dismissing: RowAction = {
		label: 'Dismiss reports',
		key: 's',
		isSecondary: true,
		send: (notes) => dismissReports(post, notes),
		ask: questionOf(
			`Dismiss the reports of ${isolated(title)}`,
			`${isDeleted ? 'The' : 'The post stays, and the'} reporters are told.`,
		),
	};
	if (reports > 0) {
		const removal = status === 'removed' || isDeleted ? [] : [removingForReports];
		if (owner.isGone) return [dismissing, ...removal];
		return [dismissing, warning, ...removal, ...(owner.isBanned ? [] : [banning])];
	}
	return status === 'removed' ? [] : [removing];
}

function questionOf(title: string, description: string): TextQuestion {
	return { ...NOTES, title, description };
}

function resolveReports(
	post: WantedWithReports,
	action: Outcome,
	notes: string,
): Promise<ChangeReply> {
	return decideReports(post, (id, otherReports) => {
		const body = { action, notes, wholeTarget: true, otherReports };
		return callAdminApi(resolveWantedReport, { params: { id }, body });
	});
}

function dismissReports(post: WantedWithReports, notes: string): Promise<ChangeReply> {
	return decideReports(post, (id, otherReports) => {
		const body = { notes, wholeTarget: true, otherReports };
		return callAdminApi(dismissWantedReport, { params: { id }, body });
	});
}

/**
 * Decides all shown reports about a post with one request: to the oldest report, with the ids of the others in its body.
 * If a colleague has decided the reports meanwhile, a toast says so, and the dialog closes as after a decision. The typed
 * text stays in its draft.
 * @param post the post as the page showed it when the dialog opened
 */
async function decideReports(
	post: WantedWithReports,
	send: (id: number, otherReports: number[]) => Promise<ChangeReply>,
): Promise<ChangeReply> {
	const [first, ...others] = await findShownReports(post);
	if (first === undefined) return showAlreadyDecided();
	try {
		return await send(first, others);
	} catch (error) {
		if (isAlreadyDecided(error)) return showAlreadyDecided();
		throw error;
	}
}

/**
 * The pending reports about a post, without those that arrived while the dialog was open. These are the reports that the
 * panel showed or, if the dialog was opened from the list, as many as the list counted.
 * @returns the ids of the reports, the oldest first
 */
async function findShownReports(post: WantedWithReports): Promise<number[]> {
	const { id, reports: count, pendingReports: panelReports } = post;
	const { pendingReports } = await callAdminApi(getAdminWanted, { params: { id } });
	const ids = pendingReports.map((report) => report.id);
	return panelReports
		? ids.filter((pendingId) => panelReports.some((report) => report.id === pendingId))
		: ids.slice(0, count);
}

function isAlreadyDecided(error: unknown): boolean {
	return error instanceof ApiError && error.code === REPORT_DECISION_ERRORS.notPending.code;
}

function showAlreadyDecided(): ChangeReply {
	toast(REPORT_DECISION_ERRORS.notPending.message, { tone: 'bad' });
	return { wasDecidedElsewhere: true };
}
