import { type RefObject, useEffect, useRef } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import type { TextQuestion } from './list-section.ts';
import { keepForm, readDraft, sendDraft } from './text-drafts.ts';
import type { ChangeReply } from './use-admin-change.ts';
import { useValidatedForm } from './use-validated-form.ts';

interface TextDialogProps {
	/** Undefined while the dialog is closed. */
	question: TextQuestion | undefined;
	/** The text is kept under this key until it is sent, also when the dialog closes. */
	draftKey: string;
	confirmLabel: string;
	isDestructive: boolean;
	/** Shown when the server refuses without a message. */
	failureMessage: string | undefined;
	/** The dialog closes when the promise resolves, and shows the error when it rejects. */
	onSubmit: (text: string) => Promise<ChangeReply | undefined>;
	onClose: () => void;
}

/** Asks for a text before an action. */
export function TextDialog({ question, ...props }: TextDialogProps) {
	const field = useRef<HTMLTextAreaElement>(null);

	useEffect(() => {
		if (question) field.current?.focus();
	}, [question]);

	return (
		<Dialog open={question !== undefined} onClose={props.onClose} title={question?.title ?? ''}>
			{question && <TextForm {...props} question={question} field={field} />}
		</Dialog>
	);
}

interface TextFormProps extends TextDialogProps {
	question: TextQuestion;
	field: RefObject<HTMLTextAreaElement | null>;
}

/**
 * The form in the dialog. It is a new instance each time the dialog opens, so that a late response to an earlier form
 * cannot change it. It starts with the text that was typed before and not sent.
 */
function TextForm(props: TextFormProps) {
	const { question, draftKey, field, confirmLabel, isDestructive, failureMessage } = props;
	const { onSubmit, onClose } = props;
	const { description, label, hint, schema, name } = question;
	const {
		form,
		errorOf,
		alert,
		isBusy,
		onSubmit: handleSubmit,
	} = useValidatedForm({
		schema,
		send: (fields) => sendDraft(draftKey, () => onSubmit(fields[name] ?? '')),
		failureMessage,
		onClose,
	});

	return (
		<form
			ref={form}
			onSubmit={handleSubmit}
			onChange={({ currentTarget }) => keepForm(draftKey, currentTarget)}
			className="grid gap-4"
			noValidate
		>
			<p>{description}</p>
			<Field label={label} hint={hint} error={errorOf(name)}>
				{(control) => (
					<TextArea
						{...control}
						ref={field}
						name={name}
						defaultValue={readDraft(draftKey)[name]}
						rows={3}
					/>
				)}
			</Field>
			{alert !== undefined && <FormAlert>{alert}</FormAlert>}
			<div className="grid gap-2 tablet:flex tablet:flex-row-reverse">
				<Button type="submit" variant={isDestructive ? 'danger' : 'main'} busy={isBusy}>
					{confirmLabel}
				</Button>
				<Button onClick={onClose}>Cancel</Button>
			</div>
		</form>
	);
}
