import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { COMMON_MESSAGES } from '#contract/core/common.ts';
import { errorMessageFor } from '#web/lib/api/api-error.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { toast } from '#web/ui/toast.ts';

export interface WordsDialogProps {
	open: boolean;
	title: string;
	/** What will happen. */
	says: string;
	/** Of the field. */
	label: string;
	hint?: string;
	confirmLabel: string;
	isBad?: boolean;
	/** What is wrong with the words, by the contract; undefined where nothing is. */
	faultOf: (words: string) => string | undefined;
	/** Said where the server refuses without words. */
	failed: string;
	/** It closes by `onClose` when this is through, and tells what went wrong; where it was closed before, only the latter, in passing. */
	onSubmit: (words: string) => Promise<unknown>;
	onClose: () => void;
}

/** Asks for words before something is done: a reason, a warning. */
export function WordsDialog(props: WordsDialogProps) {
	const { open, title, onClose } = props;
	const field = useRef<HTMLTextAreaElement>(null);

	useEffect(() => {
		if (open) field.current?.focus();
	}, [open]);

	return (
		<Dialog open={open} onClose={onClose} title={title}>
			<WordsForm {...props} field={field} />
		</Dialog>
	);
}

interface WordsFormProps extends WordsDialogProps {
	field: RefObject<HTMLTextAreaElement | null>;
}

/** Begins anew each time that the dialog opens: an answer that comes late finds its own form gone, and leaves the next alone. */
function WordsForm(props: WordsFormProps) {
	const { says, label, hint, confirmLabel, isBad = false, field, faultOf, onClose } = props;
	const form = useRef<HTMLFormElement>(null);
	const [fault, setFault] = useState<string>();
	const [failure, setFailure] = useState<string>();
	const [isBusy, setIsBusy] = useState(false);

	async function submit(words: string) {
		setIsBusy(true);
		setFailure(undefined);
		try {
			await props.onSubmit(words);
			if (form.current) onClose();
		} catch (error) {
			const said = errorMessageFor(error, props.failed, COMMON_MESSAGES.failed);
			if (form.current) setFailure(said);
			else toast(said, { tone: 'bad' });
		} finally {
			setIsBusy(false);
		}
	}

	function handleSubmit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		const words = String(new FormData(event.currentTarget).get('words'));
		const found = faultOf(words);
		setFault(found);
		if (found !== undefined) field.current?.focus();
		else if (!isBusy) void submit(words);
	}

	return (
		<form ref={form} onSubmit={handleSubmit} className="grid gap-4" noValidate>
			<p>{says}</p>
			<Field label={label} hint={hint} error={fault}>
				{(control) => <TextArea {...control} ref={field} name="words" rows={3} />}
			</Field>
			{failure !== undefined && <FormAlert>{failure}</FormAlert>}
			<div className="grid gap-2 tablet:flex tablet:flex-row-reverse">
				<Button type="submit" variant={isBad ? 'danger' : 'main'} busy={isBusy}>
					{confirmLabel}
				</Button>
				<Button onClick={onClose}>Cancel</Button>
			</div>
		</form>
	);
}
