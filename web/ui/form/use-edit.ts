import { type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import type { Ask, Edit } from './merge-edit.tsx';

/**
 * Saves what a form edits. If it was changed elsewhere since the form was filled, what only one side has changed is
 * merged. About fields that both have changed, a dialog asks the user.
 */
export function useEdit() {
	const [dialog, setDialog] = useState<ReactNode>(null);
	/** Ends the open question without an answer; null once the form is left. */
	const cancel = useRef<(() => void) | null>(null);

	useEffect(() => {
		cancel.current = () => undefined;
		return () => {
			cancel.current?.();
			cancel.current = null;
		};
	}, []);

	const ask: Ask = (render) =>
		new Promise((resolve) => {
			if (!cancel.current) return resolve(undefined);
			const focused = document.activeElement;
			cancel.current = () => resolve(undefined);
			setDialog(
				render((answer) => {
					// A dialog that is removed does not return the focus by itself.
					flushSync(() => setDialog(null));
					if (focused instanceof HTMLElement) focused.focus();
					resolve(answer);
				}),
			);
		});

	/**
	 * @param current the stored fields with which the edit was merged already
	 * @returns the reply; undefined if the user takes all that is stored, so that nothing is sent
	 * @throws the error of `send`; the server's refusal if the user gives no answer
	 */
	async function save<Fields extends object, Current, Reply>(
		edit: Edit<Fields, Current, Reply>,
		current?: Current,
	): Promise<Reply | undefined> {
		try {
			return await edit.send(edit.mine, edit.version, current);
		} catch (error) {
			if (!isChangedMeanwhile(error)) throw error;
			const script = await import('./merge-edit.tsx').catch(() => undefined);
			const stored = error.body.current as (Current & { version: string }) | undefined;
			const merged = stored && (await script?.mergeEdit(edit, stored, ask));
			if (!merged) throw error;
			const reply = merged.isStored ? undefined : await save(merged.edit, stored);
			merged.tell();
			return reply;
		}
	}

	return {
		save: <Fields extends object, Current, Reply>(edit: Edit<Fields, Current, Reply>) => save(edit),
		/** The question, if there is one. Not within a form, because it is a form itself. */
		dialog,
	};
}

/** Whether a change was refused because of one that was made elsewhere. */
function isChangedMeanwhile(error: unknown): error is ApiError {
	return error instanceof ApiError && error.code === REQUEST_ERRORS.changedMeanwhile.code;
}
