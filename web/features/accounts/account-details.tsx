import * as z from 'zod/mini';
import { enteredAddress } from '#contract/accounts/address.ts';
import { changeEmail, changeName, changePhone } from '#contract/accounts/endpoints.ts';
import type { Account } from '#contract/accounts/schemas.ts';
import { PERSON_ERRORS } from '#contract/auth/person-errors.ts';
import { email, phoneNumber, userName } from '#contract/auth/person-fields.ts';
import { call } from '#web/lib/api/api.ts';
import { Section } from '#web/ui/section.tsx';
import { EmailStatus } from './email-status.tsx';
import { OneFieldForm } from './one-field-form.tsx';

/** A phone number, or an empty text, which removes the number. */
const optionalPhone = z.union([z.literal(''), phoneNumber], PERSON_ERRORS.phone.message);

/** Name, email address and phone number, each with a form of its own. */
export function AccountDetails({ account }: { account: Account }) {
	return (
		<>
			<Section
				title="Name"
				anchor="name"
				lead="Everyone sees it, on your items and on your public page."
			>
				<OneFieldForm
					label="Name"
					currentValue={account.userName}
					unchangedMessage="That is your name already."
					schema={userName}
					requiresPassword={false}
					version={account.version}
					storedValue={({ userName: name }) => name}
					save={({ value, version }) => call(changeName, { body: { userName: value, version } })}
					input={{ autoComplete: 'name' }}
				/>
			</Section>
			<Section
				title="Email"
				anchor="email"
				lead="Only you see it. It is where we write when you forget your password."
			>
				<EmailStatus account={account} />
				<OneFieldForm
					label="Email address"
					currentValue={enteredAddress(account) ?? ''}
					version={account.version}
					// Of the two addresses, a refusal has the one that the form shows.
					storedValue={(current) => current.email ?? ''}
					unchangedMessage={emailUnchangedMessage(account)}
					schema={email}
					requiresPassword={account.hasPassword}
					save={({ value, ...proof }) => call(changeEmail, { body: { email: value, ...proof } })}
					input={{
						type: 'email',
						inputMode: 'email',
						autoComplete: 'email',
						autoCapitalize: 'none',
						spellCheck: false,
					}}
				/>
			</Section>
			<Section
				title="Phone"
				anchor="phone"
				lead="Only you see it. You can log in with it instead of the email."
			>
				<OneFieldForm
					label="Phone number"
					hint={account.phoneNumber ? 'Leave it empty to remove it.' : undefined}
					currentValue={account.phoneNumber ?? ''}
					unchangedMessage={
						account.phoneNumber ? 'That is your phone number already.' : PERSON_ERRORS.phone.message
					}
					schema={optionalPhone}
					requiresPassword={account.hasPassword}
					version={account.version}
					storedValue={(current) => current.phoneNumber ?? ''}
					save={({ value, ...proof }) =>
						call(changePhone, { body: { phoneNumber: value, ...proof } })
					}
					input={{ type: 'tel', inputMode: 'tel', autoComplete: 'tel' }}
				/>
			</Section>
		</>
	);
}

function emailUnchangedMessage({ email: current, pendingEmail }: Account): string {
	if (pendingEmail) return 'We have mailed a link to that address already.';
	return current ? 'That is your email address already.' : PERSON_ERRORS.email.message;
}
