import { useMutation, useQueryClient } from '@tanstack/react-query';
import { REPORT_DECISION_MESSAGES } from '#contract/admin/report-decisions.ts';
import {
	type BannedTarget,
	countOpenReports,
	resolveOpenReports,
} from '#contract/admin/reports.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { callAdminApi } from '#web/admin/lib/api.ts';
import { type AdminDataKind, refresh } from '#web/admin/lib/queries.ts';
import { errorMessageFor } from '#web/lib/api/api-error.ts';
import { toast } from '#web/ui/toast.ts';

/** The result of a change. */
export interface ChangeReply {
	/** Shown on success, unless it is empty. */
	message?: string;
	/** Offered beside the message for some seconds. Undefined when the change cannot be undone. */
	undo?: (() => Promise<unknown>) | undefined;
	/** What was banned: the open reports about it can then be resolved with this decision. */
	banned?: BannedTarget | undefined;
	/** True when a colleague had decided before: the typed text is then kept (text-drafts.ts). */
	wasDecidedElsewhere?: boolean;
}

interface AdminChangeOptions<Input> {
	/** The request. */
	run: (input: Input) => Promise<ChangeReply>;
	/** Queries that are reloaded; the counts are always reloaded. */
	dataKinds: readonly AdminDataKind[];
	/** Shown when the server refuses without a message. */
	failureMessage: string | ((input: Input) => string);
	/** Shown when there was no response; the usual text unless given. */
	noConnectionMessage?: (input: Input) => string;
	/** True when the caller shows errors itself: a dialog, which would cover toasts. */
	isErrorHandled?: boolean;
	/**
	 * True when the mutation is done once the server has answered, so that its dialog can close. Otherwise it is also
	 * pending while the queries reload, so that a button is not pressed twice.
	 */
	isDoneWithoutReload?: boolean;
}

/**
 * A change made by an administrator: a toast reports the result, and the affected data is reloaded. The reload also
 * follows a refusal, because a colleague may have made a change first.
 */
export function useAdminChange<Input>(options: AdminChangeOptions<Input>) {
	const client = useQueryClient();
	const { run, dataKinds, failureMessage, noConnectionMessage } = options;
	const { isErrorHandled, isDoneWithoutReload } = options;

	function messageFor(error: unknown, input: Input): string {
		const fallback = typeof failureMessage === 'string' ? failureMessage : failureMessage(input);
		return errorMessageFor(
			error,
			fallback,
			noConnectionMessage?.(input) ?? REQUEST_ERRORS.failed.message,
		);
	}

	async function undoChange(undo: () => Promise<unknown>, input: Input): Promise<void> {
		try {
			await undo();
			toast('Undone.');
		} catch (error) {
			toast(messageFor(error, input), { tone: 'bad' });
		} finally {
			await refresh(client, ...dataKinds);
		}
	}

	async function offerToResolve(banned: BannedTarget): Promise<void> {
		const { about } = banned;
		const open = await callAdminApi(countOpenReports, { query: banned }).catch(() => undefined);
		if (!open?.count) return;
		toast(REPORT_DECISION_MESSAGES.openReports({ count: open.count, about }), {
			tone: 'plain',
			isPersistent: true,
			button: { label: 'Resolve', onPress: () => void resolveOpen(banned) },
		});
	}

	async function resolveOpen(banned: BannedTarget): Promise<void> {
		try {
			toast((await callAdminApi(resolveOpenReports, { body: banned })).message);
		} catch (error) {
			const { openFailed } = REPORT_DECISION_MESSAGES;
			toast(errorMessageFor(error, openFailed, openFailed), { tone: 'bad' });
		} finally {
			await refresh(client, 'reports', 'user-reports', 'wanted');
		}
	}

	return useMutation({
		mutationFn: run,
		onSuccess: ({ message, undo, banned }, input) => {
			if (banned) void offerToResolve(banned);
			if (!message) return;
			const button = undo && { label: 'Undo', onPress: () => void undoChange(undo, input) };
			toast(message, button ? { button } : {});
		},
		onError: (error, input) => {
			if (!isErrorHandled) toast(messageFor(error, input), { tone: 'bad' });
		},
		onSettled: () => {
			const refreshing = refresh(client, ...dataKinds);
			return isDoneWithoutReload ? undefined : refreshing;
		},
	});
}
