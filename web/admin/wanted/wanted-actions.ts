import { REPORT_DECISION_ERRORS } from '#contract/admin/errors.ts';
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
import { ApiError } from '#web/lib/api/api-error.ts';
import { toast } from '#web/ui/toast.ts';

type Outcome = (typeof WANTED_REPORT_OUTCOMES)[number];

const NOTES = {
	label: 'Notes (optional)',
	schema: wantedDecisionNotes,
	name: 'notes',
};

/** The actions on a wanted post: remove it, or decide all pending reports about it together. */
export function wantedActions({
	id,
	title,
	status,
	isDeleted,
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
		ask: questionOf(
			`Warn ${owner.userName}`,
			`${isDeleted ? '' : 'The post stays. '}They read the notes as a warning.`,
		),
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
			`${isDeleted ? 'The' : 'The post stays, and the'} reporters are told.`,
		),
	};
	if (reports > 0) {
		const first = status === 'removed' || isDeleted ? [] : [removingForReports];
		if (owner.isGone) return [...first, dismissing];
		return [...first, dismissing, warning, ...(owner.isBanned ? [] : [banning])];
	}
	return status === 'removed' ? [] : [removing];
}

function questionOf(title: string, description: string): TextQuestion {
	return { ...NOTES, title, description };
}

function resolveReports(wantedId: number, action: Outcome, notes: string): Promise<ChangeReply> {
	return decideReports(wantedId, (id, otherReports) => {
		const body = { action, notes, wholeTarget: true, otherReports };
		return callAdminApi(resolveWantedReport, { params: { id }, body });
	});
}

function dismissReports(wantedId: number, notes: string): Promise<ChangeReply> {
	return decideReports(wantedId, (id, otherReports) => {
		const body = { notes, wholeTarget: true, otherReports };
		return callAdminApi(dismissWantedReport, { params: { id }, body });
	});
}

/**
 * Decides the oldest pending report together with the others that are pending now. If a colleague has decided them
 * meanwhile, a toast says so, the dialog closes as after a decision, and the typed text stays in its draft.
 */
async function decideReports(
	wantedId: number,
	send: (id: number, otherReports: number[]) => Promise<ChangeReply>,
): Promise<ChangeReply> {
	const { pendingReports } = await callAdminApi(getAdminWanted, { params: { id: wantedId } });
	const [first, ...others] = pendingReports.map(({ id }) => id);
	if (first === undefined) return tellDecided();
	try {
		return await send(first, others);
	} catch (error) {
		if (isAlreadyDecided(error)) return tellDecided();
		throw error;
	}
}

function isAlreadyDecided(error: unknown): boolean {
	return error instanceof ApiError && error.code === REPORT_DECISION_ERRORS.notPending.code;
}

function tellDecided(): ChangeReply {
	toast(REPORT_DECISION_ERRORS.notPending.message, { tone: 'bad' });
	return { wasDecidedElsewhere: true };
}
