import * as z from 'zod/mini';
import { credentials, registration } from '#contract/auth/auth.ts';
import { email, PEOPLE_MESSAGES, phoneNumber, userName } from '#contract/auth/person-fields.ts';
import type { BrokenRule } from '#web/ui/form/use-form-errors.ts';

const contactSchemas = { email, phoneNumber };
export type ContactKind = keyof typeof contactSchemas;

/** Field names are those of the inputs; their order is the order in which they are looked at. */
export type AuthField = 'userName' | ContactKind | 'password' | 'confirmPassword';

type Typed = Record<string, unknown>;
type Checked<T> = { broken: readonly BrokenRule<AuthField>[] } | { broken?: undefined; fields: T };

interface LoginFields {
	email: string | undefined;
	phoneNumber: string | undefined;
	password: string;
}

/** All broken rules of the login form, or what to send: the contact in the field that the toggle shows, and no other. */
export function checkLogin(kind: ContactKind, typed: Typed): Checked<LoginFields> {
	const contact = checkContact(kind, typed);
	const password = checkField('password', credentials.shape.password, typed);
	if (contact.broken || password.broken) return allBroken(contact, password);
	return { fields: { ...contact.fields, password: password.fields } };
}

/** All broken rules of the sign-up form, or what to send. */
export function checkSignup(
	kind: ContactKind,
	typed: Typed,
): Checked<LoginFields & { userName: string }> {
	const name = checkField('userName', userName, typed);
	const contact = checkContact(kind, typed);
	const password = checkPasswordPair(typed);
	if (name.broken || contact.broken || password.broken) return allBroken(name, contact, password);
	return {
		fields: { userName: name.fields, ...contact.fields, password: password.fields },
	};
}

/** A new password and its repetition: all broken rules, or what to send. */
export function checkPasswordPair(typed: Typed): Checked<string> {
	const password = checkField('password', registration.shape.password, typed);
	if (typed.confirmPassword === typed.password) return password;
	const differs = {
		field: 'confirmPassword',
		message: PEOPLE_MESSAGES.passwordsDiffer,
		other: 'password',
	} as const;
	return { broken: [...(password.broken ?? []), differs] };
}

function allBroken(...checked: Checked<unknown>[]): { broken: readonly BrokenRule<AuthField>[] } {
	return { broken: checked.flatMap(({ broken }) => broken ?? []) };
}

/** A phone number typed under 'Email' is one, and an address under 'Phone'; what is neither is told by the toggle's rule. */
export function kindOf(typed: string, asked: ContactKind): ContactKind {
	if (typed.includes('@')) return 'email';
	return z.safeParse(phoneNumber, typed).success ? 'phoneNumber' : asked;
}

/** The contact in the field that the toggle shows, by what it is; a broken rule is told at that field. */
function checkContact(
	shown: ContactKind,
	typed: Typed,
): Checked<Pick<LoginFields, 'email' | 'phoneNumber'>> {
	const kind = kindOf(String(typed[shown] ?? ''), shown);
	const contact = checkField(shown, contactSchemas[kind], typed);
	if (contact.broken) return contact;
	return {
		fields: {
			email: kind === 'email' ? contact.fields : undefined,
			phoneNumber: kind === 'phoneNumber' ? contact.fields : undefined,
		},
	};
}

/** One field by its own rule. */
export function checkField<S extends z.ZodMiniType<string>>(
	field: AuthField,
	schema: S,
	typed: Typed,
): Checked<string> {
	const parsed = z.safeParse(schema, typed[field]);
	if (parsed.success) return { fields: parsed.data };
	return { broken: [{ field, message: parsed.error.issues[0]?.message ?? '' }] };
}
