import { Dialog } from '#web/ui/dialog.tsx';
import { Form } from './form.tsx';
import type { TextQuestion } from './list-section.ts';
import { keepForm, readDraft, sendDraft } from './text-drafts.ts';
import type { ChangeReply } from './use-admin-change.ts';

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

/**
 * Asks for a text before an action. The form is a new instance each time the dialog opens, so that a late response to an
 * earlier form cannot change it. It starts with the text that was typed before and not sent.
 */
export function TextDialog(props: TextDialogProps) {
	const { question, draftKey, confirmLabel, isDestructive, onClose } = props;

	return (
		<Dialog open={question !== undefined} onClose={onClose} title={question?.title ?? ''}>
			{question && (
				<Form
					schema={question.schema}
					send={(fields) => sendDraft(draftKey, () => props.onSubmit(fields[question.name] ?? ''))}
					failureMessage={props.failureMessage}
					onClose={onClose}
					onChange={(form) => keepForm(draftKey, form)}
					fields={[
						{
							name: question.name,
							label: question.label,
							hint: question.hint,
							kind: 'long text',
							initial: readDraft(draftKey)[question.name],
							takesFocus: true,
						},
					]}
					submitLabel={confirmLabel}
					variant={isDestructive ? 'danger' : 'main'}
					onCancel={onClose}
					isInDialog
				>
					<p>{question.description}</p>
				</Form>
			)}
		</Dialog>
	);
}
