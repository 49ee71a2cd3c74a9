import { useMutation, useQueryClient } from '@tanstack/react-query';
import { COMMON_MESSAGES } from '#contract/core/common.ts';
import { type AdminSubject, refresh } from '#web/admin/lib/queries.ts';
import { errorMessageFor } from '#web/lib/api/api-error.ts';
import { toast } from '#web/ui/toast.ts';

interface MutationWithUndoOptions<Input, Reply> {
	/** The call. */
	run: (input: Input) => Promise<Reply>;
	/** What is brought up to date before it counts as done; the counts always are. */
	subjects: readonly AdminSubject[];
	/** Said where the server refuses without words. */
	failureMessage: string | ((input: Input) => string);
	/** Said where no answer came; the market's usual words unless given. */
	noConnectionMessage?: (input: Input) => string;
	/** Whoever asked tells what went wrong: a dialog, which lies above what is said in passing. */
	isErrorHandled?: boolean;
	/** Said when it is done; the server's own message unless given, nothing where it is ''. */
	successMessage?: (reply: Reply, input: Input) => string;
	/** Takes it back for a few seconds: offered beside the message. Undefined where this one can't be. */
	undo?: (input: Input, reply: Reply) => (() => Promise<unknown>) | undefined;
}

/**
 * Something that an administrator does: what came of it is told in passing, and what it changed is asked for again. After a
 * refusal too: somebody else may have been first.
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
			// A failure is told at once, however long the lists take.
			return error && isErrorHandled ? undefined : refreshing;
		},
	});
}
