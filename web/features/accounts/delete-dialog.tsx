import { type FormEvent, useEffect, useId } from 'react';
import { ACCOUNT_MESSAGES, type Account, DELETE_WORD } from '#contract/accounts/account.ts';
import { PEOPLE_MESSAGES } from '#contract/auth/person-fields.ts';
import { failureWords, fieldAtFault } from '#web/lib/api/form-errors.ts';
import { signOut } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { CheckedField } from '#web/ui/form/form-field.tsx';
import { type BrokenRule, useBrokenRules } from '#web/ui/form/use-form-errors.ts';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { PasswordInput } from '#web/ui/password-input.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { useDeleteAccount } from './queries.ts';

type Proof = 'password' | 'confirmation';

interface DeleteDialogProps {
	open: boolean;
	account: Account;
	onClose: () => void;
}

/** Says exactly what happens, and asks for what only the person knows or must type. */
export function DeleteDialog({ open, account, onClose }: DeleteDialogProps) {
	const deleting = useDeleteAccount();
	const questionId = useId();
	const { form, broken, point } = useBrokenRules<Proof>();
	const proof: Proof = account.hasPassword ? 'password' : 'confirmation';
	const isAtField = deleting.error && fieldAtFault(deleting.error, [proof], proof);

	function close() {
		if (deleting.isPending) return;
		if (deleting.isSuccess) return signOut();
		deleting.reset();
		point([]);
		onClose();
	}

	function handleSubmit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		if (deleting.isPending) return;
		deleting.reset();
		const typed = String(new FormData(event.currentTarget).get(proof) ?? '');
		const rule = brokenProof(proof, typed);
		point(rule ? [rule] : []);
		if (rule) return;
		deleting.mutate(
			{ [proof]: typed },
			{
				onError: (error) => {
					const field = fieldAtFault(error, [proof], proof);
					if (field) point([{ field, message: failureWords(error) }]);
				},
			},
		);
	}

	if (deleting.isSuccess) return <Goodbye message={deleting.data.message} />;
	return (
		<Dialog
			open={open}
			onClose={close}
			title="Delete my account"
			role="alertdialog"
			describedBy={questionId}
		>
			<WhatHappens id={questionId} />
			<form ref={form} noValidate onSubmit={handleSubmit} className="grid gap-4">
				<CheckedField
					name={proof}
					label={account.hasPassword ? 'Your password' : `Type ${DELETE_WORD} to confirm`}
					broken={broken}
				>
					{(control) =>
						account.hasPassword ? (
							<PasswordInput {...control} autoComplete="current-password" />
						) : (
							<TextInput {...control} autoComplete="off" autoCapitalize="characters" />
						)
					}
				</CheckedField>
				{deleting.error && !isAtField && <FormAlert>{failureWords(deleting.error)}</FormAlert>}
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

function WhatHappens({ id }: { id: string }) {
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
					Backups are kept for a month and still contain your data. If we ever restore one, your
					account is deleted again.
				</li>
			</ul>
			<p>You can download your data first, just above.</p>
		</div>
	);
}

/** The last word: whichever way it is closed, the browser forgets the account as well. */
function Goodbye({ message }: { message: string }) {
	// A reload or a closed tab must not leave the dead session's traces behind.
	useEffect(() => {
		window.addEventListener('pagehide', forget);
		return () => window.removeEventListener('pagehide', forget);

		function forget() {
			localStorage.clear();
		}
	}, []);

	return (
		<Dialog open onClose={signOut} title="Goodbye">
			<p role="status">{message} Thank you for handing things on.</p>
			<Button variant="main" onClick={signOut}>
				Go Home
			</Button>
		</Dialog>
	);
}

function brokenProof(proof: Proof, typed: string): BrokenRule<Proof> | undefined {
	if (proof === 'password') {
		return typed ? undefined : { field: proof, message: PEOPLE_MESSAGES.passwordRequired };
	}
	const isTyped = typed.trim() === DELETE_WORD;
	return isTyped ? undefined : { field: proof, message: ACCOUNT_MESSAGES.confirmDeletion };
}
