import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { COMMON_MESSAGES } from '#contract/core/common.ts';
import { errorMessageFor } from '#web/lib/api/api-error.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { toast } from '#web/ui/toast.ts';

export interface TextDialogProps {
	open: boolean;
	title: string;
	/** Says what will happen. */
	description: string;
	/** Label of the field. */
	label: string;
	hint?: string;
	confirmLabel: string;
	isDestructive?: boolean;
	/** The contract's message for an invalid text; undefined for a valid one. */
	validate: (text: string) => string | undefined;
	/** Shown when the server refuses without a message. */
	failureMessage: string;
	/**
	 * The dialog closes through `onClose` when the promise resolves, and shows the error when it rejects; if it was
	 * closed before, the error becomes a toast.
	 */
	onSubmit: (text: string) => Promise<unknown>;
	onClose: () => void;
}

/** Asks for a text before an action: a reason, a warning. */
export function TextDialog(props: TextDialogProps) {
	const { open, title, onClose } = props;
	const field = useRef<HTMLTextAreaElement>(null);

	useEffect(() => {
		if (open) field.current?.focus();
	}, [open]);

	return (
		<Dialog open={open} onClose={onClose} title={title}>
			<TextForm {...props} field={field} />
		</Dialog>
	);
}

interface TextFormProps extends TextDialogProps {
	field: RefObject<HTMLTextAreaElement | null>;
}

/**
 * Mounted anew each time the dialog opens: a late response finds its own form unmounted, and leaves the next one
 * alone.
 */
function TextForm(props: TextFormProps) {
	const {
		description,
		label,
		hint,
		confirmLabel,
		isDestructive = false,
		field,
		validate,
		onClose,
	} = props;
	const form = useRef<HTMLFormElement>(null);
	const [fieldError, setFieldError] = useState<string>();
	const [submitError, setSubmitError] = useState<string>();
	const [isBusy, setIsBusy] = useState(false);

	async function submit(text: string) {
		setIsBusy(true);
		setSubmitError(undefined);
		try {
			await props.onSubmit(text);
			if (form.current) onClose();
		} catch (error) {
			const message = errorMessageFor(error, props.failureMessage, COMMON_MESSAGES.failed);
			if (form.current) setSubmitError(message);
			else toast(message, { tone: 'bad' });
		} finally {
			setIsBusy(false);
		}
	}

	function handleSubmit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		const text = String(new FormData(event.currentTarget).get('words'));
		const nextError = validate(text);
		setFieldError(nextError);
		if (nextError !== undefined) field.current?.focus();
		else if (!isBusy) void submit(text);
	}

	return (
		<form ref={form} onSubmit={handleSubmit} className="grid gap-4" noValidate>
			<p>{description}</p>
			<Field label={label} hint={hint} error={fieldError}>
				{(control) => <TextArea {...control} ref={field} name="words" rows={3} />}
			</Field>
			{submitError !== undefined && <FormAlert>{submitError}</FormAlert>}
			<div className="grid gap-2 tablet:flex tablet:flex-row-reverse">
				<Button type="submit" variant={isDestructive ? 'danger' : 'main'} busy={isBusy}>
					{confirmLabel}
				</Button>
				<Button onClick={onClose}>Cancel</Button>
			</div>
		</form>
	);
}
