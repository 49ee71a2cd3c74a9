import { useState } from 'react';
import {
	delayChange,
	isDelayed,
	isSending,
	sendInsteadOf,
	undoDelayed,
	useDelayedChanges,
	whileSending,
} from '#web/admin/lib/delayed-changes.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Form } from './form.tsx';
import type { ListSection, RowAction, TextQuestion } from './list-section.ts';
import { sendChange } from './send-change.ts';
import { keepForm, readDraft, sendDraft } from './text-drafts.ts';
import { type ChangeReply, useAdminChange } from './use-admin-change.ts';
import type { ListAction } from './use-list-keys.ts';

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
function TextDialog(props: TextDialogProps) {
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

/** How `useAdminChange` sends the changes of a section. */
function changeOptions<Row extends { id: number }>(section: ListSection<Row>) {
	const { dataKind, reloads = [dataKind], changeFailed = '' } = section;
	return {
		run: (send: () => Promise<ChangeReply>) => send(),
		dataKinds: reloads,
		failureMessage: changeFailed,
	};
}

/**
 * The buttons of each row, and the dialog that a pressed button opens.
 * @param onRowRemoved called when an action that removes its row is sent
 */
export function useRowActions<Row extends { id: number }>(
	section: ListSection<Row>,
	onRowRemoved: (id: number) => void,
) {
	const { dataKind, rowActions = () => [] } = section;
	useDelayedChanges();
	/** The row and the action whose dialog is open. */
	const [unconfirmed, setUnconfirmed] = useState<{ row: Row; action: RowAction }>();
	const options = changeOptions(section);
	const change = useAdminChange(options);
	const sendFromDialog = useSendFromDialog(options);
	const close = () => setUnconfirmed(undefined);
	const rowKeyOf = (id: number) => `${dataKind}/${id}`;
	const actionKey = (row: Row, { label }: RowAction) => `${dataKind}/${row.id}/${label}`;

	/** A toast reports a failure. */
	async function send(row: Row, action: RowAction): Promise<void> {
		const request = () => sendChange(actionKey(row, action), () => action.send(''));
		await change.mutateAsync(request).catch(() => undefined);
	}

	function sendNow(row: Row, action: RowAction): void {
		const key = actionKey(row, action);
		// A second press of the same button is ignored until the reloaded rows have changed its label.
		if (!isSending(key)) void whileSending([key], () => send(row, action));
	}

	function press(row: Row, action: RowAction): void {
		const { confirm: question, ask, delayedMessage: message } = action;
		if (question || ask) setUnconfirmed({ row, action });
		else if (message === undefined) sendNow(row, action);
		else delayChange({ key: rowKeyOf(row.id), message, send: () => send(row, action) });
	}

	function confirm(): void {
		if (!unconfirmed) return;
		const { row, action } = unconfirmed;
		close();
		if (action.removesRow) onRowRemoved(row.id);
		sendNow(row, action);
	}

	function actionsOf(row: Row): ListAction[] {
		const actions = rowActions(row);
		const key = rowKeyOf(row.id);
		if (actions.some(({ delayedMessage }) => delayedMessage)) {
			if (isDelayed(key)) return [{ label: 'Undo', key: 'z', run: () => undoDelayed(key) }];
			if (isSending(key)) return [];
		}
		return actions.map((action) => ({ ...action, run: () => press(row, action) }));
	}

	/** Sends a change of several rows, in place of their delayed changes. The caller shows errors. */
	function sendForRows(ids: readonly number[], request: () => Promise<ChangeReply>) {
		const keys = ids.map(rowKeyOf);
		return sendInsteadOf(keys, () => sendFromDialog(keys, request));
	}

	const unconfirmedKey = unconfirmed ? actionKey(unconfirmed.row, unconfirmed.action) : '';
	const dialogs = (
		<>
			<ConfirmDialog
				open={unconfirmed?.action.confirm !== undefined}
				title={unconfirmed?.action.confirm?.title ?? ''}
				question={unconfirmed?.action.confirm?.question ?? ''}
				confirmLabel={unconfirmed?.action.label ?? ''}
				onConfirm={confirm}
				onCancel={close}
			/>
			<TextDialog
				question={unconfirmed?.action.ask}
				draftKey={unconfirmedKey}
				confirmLabel={unconfirmed?.action.label ?? ''}
				isDestructive={unconfirmed?.action.isDestructive ?? false}
				failureMessage={options.failureMessage}
				onSubmit={async (text) =>
					unconfirmed &&
					sendFromDialog([rowKeyOf(unconfirmed.row.id)], () =>
						sendChange(unconfirmedKey, () => unconfirmed.action.send(text)),
					)
				}
				onClose={close}
			/>
		</>
	);

	return { actionsOf, dialogs, sendForRows };
}

/**
 * Sends a change that was confirmed in a dialog, which shows errors itself. The promise settles when the server has
 * answered, so that the dialog can close. The rows count as being sent until the list has reloaded as well.
 */
function useSendFromDialog(options: ReturnType<typeof changeOptions>) {
	const change = useAdminChange({ ...options, isErrorHandled: true });

	return (rowKeys: readonly string[], request: () => Promise<ChangeReply>) => {
		const { promise: answer, resolve, reject } = Promise.withResolvers<ChangeReply>();
		const reloaded = change.mutateAsync(() => {
			request().then(resolve, reject);
			return answer;
		});
		void whileSending(rowKeys, () => Promise.all([answer, reloaded])).catch(() => undefined);
		return answer;
	};
}
