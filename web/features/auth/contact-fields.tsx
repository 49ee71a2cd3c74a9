import { CheckedField } from '#web/ui/form/form-field.tsx';
import type { BrokenRule } from '#web/ui/form/use-form-errors.ts';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import type { Contact } from './contact-arrived.ts';
import type { ContactKind } from './contact-form.ts';

const KINDS = [
	{ value: 'email', label: 'Email' },
	{ value: 'phoneNumber', label: 'Phone' },
] as const;

interface ContactFieldsProps {
	kind: ContactKind;
	onKindChange: (kind: ContactKind) => void;
	broken: readonly BrokenRule<string>[];
	/** At login both name an account; at sign-up each is what it is (WCAG 1.3.5). */
	isLogin: boolean;
	/** Stands in its field from the start. */
	known?: Contact | undefined;
}

/** Email or phone. The one that is hidden keeps what was typed in it. */
export function ContactFields({ kind, onKindChange, broken, isLogin, known }: ContactFieldsProps) {
	return (
		<>
			<SegmentedControl
				label="Email or phone"
				segments={KINDS}
				value={kind}
				onChange={onKindChange}
			/>
			<div hidden={kind !== 'email'}>
				<CheckedField name="email" label="Email address" broken={broken}>
					{(control) => (
						<TextInput
							{...control}
							type="email"
							defaultValue={known?.kind === 'email' ? known.value : undefined}
							inputMode="email"
							autoComplete={isLogin ? 'username' : 'email'}
							autoCapitalize="none"
							spellCheck={false}
						/>
					)}
				</CheckedField>
			</div>
			<div hidden={kind !== 'phoneNumber'}>
				<CheckedField name="phoneNumber" label="Phone number" broken={broken}>
					{(control) => (
						<TextInput
							{...control}
							type="tel"
							defaultValue={known?.kind === 'phoneNumber' ? known.value : undefined}
							inputMode="tel"
							autoComplete={isLogin ? 'username' : 'tel'}
						/>
					)}
				</CheckedField>
			</div>
		</>
	);
}
