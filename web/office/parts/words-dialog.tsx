import { type FormEvent, useEffect, useRef, useState } from 'react';
import { COMMON_MESSAGES } from '#contract/common.ts';
import { wordsFor } from '#web/lib/api-error.ts';
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
	/** It closes itself by `onClose` when this is through, and tells what went wrong: in passing where it was closed before. */
	onSubmit: (words: string) => Promise<unknown>;
	onClose: () => void;
}

/** Asks for words before something is done: a reason, a warning. */
export function WordsDialog(props: WordsDialogProps) {
	const { open, title, says, label, hint, confirmLabel, isBad = false, faultOf } = props;
	const [fault, setFault] = useState<string>();
	const [failure, setFailure] = useState<string>();
	const [isBusy, setIsBusy] = useState(false);
	const field = useRef<HTMLTextAreaElement>(null);

	useEffect(() => {
		if (open) field.current?.focus();
	}, [open]);

	function close() {
		setFault(undefined);
		setFailure(undefined);
		props.onClose();
	}

	async function submit(words: string) {
		setIsBusy(true);
		setFailure(undefined);
		try {
			await props.onSubmit(words);
			close();
		} catch (error) {
			const said = wordsFor(error, props.failed, COMMON_MESSAGES.failed);
			if (field.current) setFailure(said);
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
		<Dialog open={open} onClose={close} title={title}>
			<form onSubmit={handleSubmit} className="grid gap-4" noValidate>
				<p>{says}</p>
				<Field label={label} hint={hint} error={fault}>
					{(control) => <TextArea {...control} ref={field} name="words" rows={3} />}
				</Field>
				{failure !== undefined && <FormAlert>{failure}</FormAlert>}
				<div className="grid gap-2 tablet:flex tablet:flex-row-reverse">
					<Button type="submit" variant={isBad ? 'danger' : 'main'} busy={isBusy}>
						{confirmLabel}
					</Button>
					<Button onClick={close}>Cancel</Button>
				</div>
			</form>
		</Dialog>
	);
}
