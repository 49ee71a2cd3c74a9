import { useMutation, useQueryClient } from '@tanstack/react-query';
import { COMMON_MESSAGES } from '#contract/core/common.ts';
import { type AdminSubject, refresh } from '#web/admin/lib/queries.ts';
import { errorMessageFor } from '#web/lib/api/api-error.ts';
import { toast } from '#web/ui/toast.ts';

interface MutationWithUndoOptions<Input, Reply> {
	/** The request. */
	run: (input: Input) => Promise<Reply>;
	/** Queries that are reloaded before the mutation counts as done; the counts are always reloaded. */
	subjects: readonly AdminSubject[];
	/** Shown when the server refuses without a message. */
	failureMessage: string | ((input: Input) => string);
	/** Shown when there was no response; the usual text unless given. */
	noConnectionMessage?: (input: Input) => string;
	/** True when the caller shows errors itself: a dialog, which would cover toasts. */
	isErrorHandled?: boolean;
	/** Shown on success; the server's message unless given, nothing for ''. */
	successMessage?: (reply: Reply, input: Input) => string;
	/** Offers Undo beside the message for some seconds. Undefined when this change cannot be undone. */
	undo?: (input: Input, reply: Reply) => (() => Promise<unknown>) | undefined;
}

/**
 * A change made by an administrator: a toast reports the result, and the changed data is reloaded. After a refusal
 * too, as a colleague may have been first.
 */
export function useMutationWithUndo<Input, Reply extends { message?: string }>(
	options: MutationWithUndoOptions<Input, Reply>,
) {
	const client = useQueryClient();
	const {
		run,
		subjects,
		failureMessage,
		noConnectionMessage,
		isErrorHandled,
		successMessage,
		undo,
	} = options;

	function messageFor(error: unknown, input: Input): string {
		const fallback = typeof failureMessage === 'string' ? failureMessage : failureMessage(input);
		return errorMessageFor(error, fallback, noConnectionMessage?.(input) ?? COMMON_MESSAGES.failed);
	}

	async function undoChange(undoCall: () => Promise<unknown>, input: Input): Promise<void> {
		try {
			await undoCall();
			toast('Undone.');
		} catch (error) {
			toast(messageFor(error, input), { tone: 'bad' });
		} finally {
			await refresh(client, ...subjects);
		}
	}

	return useMutation({
		mutationFn: run,
		onSuccess: (reply, input) => {
			const undoCall = undo?.(input, reply);
			const message = successMessage ? successMessage(reply, input) : (reply.message ?? '');
			if (message === '') return;
			const undoButton = undoCall && {
				label: 'Undo',
				onPress: () => void undoChange(undoCall, input),
			};
			toast(message, undoButton ? { button: undoButton } : {});
		},
		onError: (error, input) => {
			if (!isErrorHandled) toast(messageFor(error, input), { tone: 'bad' });
		},
		onSettled: (_reply, error) => {
			const refreshing = refresh(client, ...subjects);
			// An error is reported at once, however long reloading takes.
			return error && isErrorHandled ? undefined : refreshing;
		},
	});
}
