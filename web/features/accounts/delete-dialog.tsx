import { type FormEvent, useEffect, useId } from 'react';
import { ACCOUNT_ERRORS } from '#contract/accounts/errors.ts';
import { ACCOUNT_MESSAGES, DELETE_CONFIRMATION } from '#contract/accounts/facts.ts';
import type { Account } from '#contract/accounts/schemas.ts';
import { PERSON_ERRORS } from '#contract/auth/person-errors.ts';
import { fieldWithError, formErrorMessage } from '#web/lib/api/form-errors.ts';
import { clearLocalSession, clearStoredSession } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FormField } from '#web/ui/form/form-field.tsx';
import { type FormError, useFormErrors } from '#web/ui/form/use-form-errors.ts';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { PasswordInput } from '#web/ui/password-input.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { useDeleteAccount } from './queries.ts';

type ConfirmationField = 'password' | 'confirmation';

interface DeleteDialogProps {
	open: boolean;
	account: Account;
	onClose: () => void;
}

/**
 * Explains what deleting the account does, and asks for the password, or for a typed confirmation if the account has
 * no password.
 */
export function DeleteDialog({ open, account, onClose }: DeleteDialogProps) {
	const deleting = useDeleteAccount();
	const questionId = useId();
	const { form, errors, showErrors } = useFormErrors<ConfirmationField>();
	const fieldName: ConfirmationField = account.hasPassword ? 'password' : 'confirmation';
	const errorField = deleting.error && fieldWithError(deleting.error, [fieldName], fieldName);

	function close() {
		if (deleting.isPending) return;
		if (deleting.isSuccess) return clearLocalSession();
		deleting.reset();
		showErrors([]);
		onClose();
	}

	function handleSubmit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		if (deleting.isPending) return;
		deleting.reset();
		const value = String(new FormData(event.currentTarget).get(fieldName) ?? '');
		const fieldError = confirmationError(fieldName, value);
		showErrors(fieldError ? [fieldError] : []);
		if (fieldError) return;
		deleting.mutate(
			{ [fieldName]: value },
			{
				onError: (error) => {
					const field = fieldWithError(error, [fieldName], fieldName);
					if (field) showErrors([{ field, message: formErrorMessage(error) }]);
				},
			},
		);
	}

	if (deleting.isSuccess) return <AccountDeletedDialog message={deleting.data.message} />;
	return (
		<Dialog
			open={open}
			onClose={close}
			title="Delete my account"
			role="alertdialog"
			describedBy={questionId}
		>
			<DeletionConsequences id={questionId} />
			<form ref={form} noValidate onSubmit={handleSubmit} className="grid gap-4">
				<FormField
					name={fieldName}
					label={account.hasPassword ? 'Your password' : `Type ${DELETE_CONFIRMATION} to confirm`}
					errors={errors}
				>
					{(control) =>
						account.hasPassword ? (
							<PasswordInput {...control} autoComplete="current-password" />
						) : (
							<TextInput {...control} autoComplete="off" autoCapitalize="characters" />
						)
					}
				</FormField>
				{deleting.error && !errorField && <FormAlert>{formErrorMessage(deleting.error)}</FormAlert>}
				<div className="grid gap-2 tablet:flex tablet:flex-row-reverse">
					<Button type="submit" variant="danger" busy={deleting.isPending}>
						Delete for good
					</Button>
					<Button onClick={close}>Keep my account</Button>
				</div>
			</form>
		</Dialog>
	);
}

function DeletionConsequences({ id }: { id: string }) {
	return (
		<div id={id} className="grid gap-2 text-sm">
			<p>This cannot be undone.</p>
			<ul className="grid list-disc gap-1.5 pl-5">
				<li>Your items are taken down right away, and their texts and photos are erased.</li>
				<li>
					Your name, picture, email address, phone number, password and linked accounts are erased.
				</li>
				<li>You are signed out on all devices.</li>
				<li>
					Chats stay with the other person, under the name ‘{ACCOUNT_MESSAGES.deletedName}’, without
					the words that you wrote.
				</li>
				<li>
					Reviews that you wrote about others, and your answers to theirs, stay under that name as
					well.
				</li>
				<li>
					Backups are kept for a month and still contain your data. If we ever restore one, your
					account is deleted again.
				</li>
			</ul>
			<p>You can download your data first, just above.</p>
		</div>
	);
}

/** Says that the account is deleted. Closing the dialog in any way also clears the browser's data of the account. */
function AccountDeletedDialog({ message }: { message: string }) {
	// Also clear the ended session when the page is reloaded or the tab closed.
	useEffect(() => {
		window.addEventListener('pagehide', clearStoredSession);
		return () => window.removeEventListener('pagehide', clearStoredSession);
	}, []);

	return (
		<Dialog open onClose={clearLocalSession} title="Goodbye">
			<p role="status">{message} Thank you for handing things on.</p>
			<Button variant="main" onClick={clearLocalSession}>
				Go Home
			</Button>
		</Dialog>
	);
}

function confirmationError(
	fieldName: ConfirmationField,
	value: string,
): FormError<ConfirmationField> | undefined {
	if (fieldName === 'password') {
		return value
			? undefined
			: { field: fieldName, message: PERSON_ERRORS.passwordRequired.message };
	}
	const isTyped = value.trim() === DELETE_CONFIRMATION;
	return isTyped
		? undefined
		: { field: fieldName, message: ACCOUNT_ERRORS.confirmDeletion.message };
}
