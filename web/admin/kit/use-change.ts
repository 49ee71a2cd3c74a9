import { useMutation, useQueryClient } from '@tanstack/react-query';
import { COMMON_MESSAGES } from '#contract/core/common.ts';
import { type OfficeSubject, refresh } from '#web/admin/lib/queries.ts';
import { errorMessageFor } from '#web/lib/api/api-error.ts';
import { toast } from '#web/ui/toast.ts';

interface Change<Asked, Told> {
	/** The call. */
	run: (asked: Asked) => Promise<Told>;
	/** What is brought up to date before it counts as done; the counts always are. */
	subjects: readonly OfficeSubject[];
	/** Said where the server refuses without words. */
	failed: string | ((asked: Asked) => string);
	/** Said where no answer came; the market's usual words unless given. */
	unreached?: (asked: Asked) => string;
	/** Whoever asked tells what went wrong: a dialog, which lies above what is said in passing. */
	isFailureShown?: boolean;
	/** Said when it is done; the server's own message unless given, nothing where it is ''. */
	done?: (told: Told, asked: Asked) => string;
	/** Takes it back for a few seconds: offered beside the message. Undefined where this one can't be. */
	undo?: (asked: Asked, told: Told) => (() => Promise<unknown>) | undefined;
}

/**
 * Something that an administrator does: what came of it is told in passing, and what it changed is asked for again. After a
 * refusal too: somebody else may have been first.
 */
export function useChange<Asked, Told extends { message?: string }>(change: Change<Asked, Told>) {
	const client = useQueryClient();
	const { run, subjects, failed, unreached, isFailureShown, done, undo } = change;

	function words(error: unknown, asked: Asked): string {
		const refused = typeof failed === 'string' ? failed : failed(asked);
		return errorMessageFor(error, refused, unreached?.(asked) ?? COMMON_MESSAGES.failed);
	}

	async function takeBack(undoing: () => Promise<unknown>, asked: Asked): Promise<void> {
		try {
			await undoing();
			toast('Undone.');
		} catch (error) {
			toast(words(error, asked), { tone: 'bad' });
		} finally {
			await refresh(client, ...subjects);
		}
	}

	return useMutation({
		mutationFn: run,
		onSuccess: (told, asked) => {
			const undoing = undo?.(asked, told);
			const said = done ? done(told, asked) : (told.message ?? '');
			if (said === '') return;
			const press = undoing && { label: 'Undo', onPress: () => void takeBack(undoing, asked) };
			toast(said, press ? { button: press } : {});
		},
		onError: (error, asked) => {
			if (!isFailureShown) toast(words(error, asked), { tone: 'bad' });
		},
		onSettled: (_told, error) => {
			const refreshed = refresh(client, ...subjects);
			// A failure is told at once, however long the lists take.
			return error && isFailureShown ? undefined : refreshed;
		},
	});
}
