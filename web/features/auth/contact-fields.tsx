import { FormField } from '#web/ui/form/form-field.tsx';
import type { FormError } from '#web/ui/form/use-form-errors.ts';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import type { ContactKind } from './contact-form.ts';
import type { Contact } from './use-passed-contact.ts';

const CONTACT_KINDS = [
	{ value: 'email', label: 'Email' },
	{ value: 'phoneNumber', label: 'Phone' },
] as const;

interface ContactFieldsProps {
	kind: ContactKind;
	onKindChange: (kind: ContactKind) => void;
	errors: readonly FormError<string>[];
	/** Sets the `autocomplete` values: at login both fields are the user name, at sign-up email and phone (WCAG 1.3.5). */
	isLogin: boolean;
	/** Prefills the field of its kind. */
	initialContact?: Contact | undefined;
}

/** The fields for email and phone, one visible at a time. The hidden one keeps its text. */
export function ContactFields({
	kind,
	onKindChange,
	errors,
	isLogin,
	initialContact,
}: ContactFieldsProps) {
	return (
		<>
			<SegmentedControl
				label="Email or phone"
				segments={CONTACT_KINDS}
				value={kind}
				onChange={onKindChange}
			/>
			<div hidden={kind !== 'email'}>
				<FormField name="email" label="Email address" errors={errors}>
					{(control) => (
						<TextInput
							{...control}
							type="email"
							defaultValue={initialContact?.kind === 'email' ? initialContact.value : undefined}
							inputMode="email"
							autoComplete={isLogin ? 'username' : 'email'}
							autoCapitalize="none"
							spellCheck={false}
						/>
					)}
				</FormField>
			</div>
			<div hidden={kind !== 'phoneNumber'}>
				<FormField name="phoneNumber" label="Phone number" errors={errors}>
					{(control) => (
						<TextInput
							{...control}
							type="tel"
							defaultValue={
								initialContact?.kind === 'phoneNumber' ? initialContact.value : undefined
							}
							inputMode="tel"
							autoComplete={isLogin ? 'username' : 'tel'}
						/>
					)}
				</FormField>
			</div>
		</>
	);
}
