import * as z from 'zod/mini';
import { credentials, registration } from '#contract/auth.ts';
import { email, PEOPLE_MESSAGES, phoneNumber, userName } from '#contract/people.ts';
import type { BrokenRule } from './use-broken-rule.ts';

const contactSchemas = { email, phoneNumber };
export type ContactKind = keyof typeof contactSchemas;

/** Field names are those of the inputs; their order is the order in which they are looked at. */
export type AuthField = 'userName' | ContactKind | 'password' | 'confirmPassword';

type Typed = Record<string, unknown>;
type Checked<T> = { broken: BrokenRule<AuthField> } | { broken?: undefined; fields: T };

interface LoginFields {
	email: string | undefined;
	phoneNumber: string | undefined;
	password: string;
}

/** The login form's first broken rule, or what to send: the contact that the toggle shows, and no other. */
export function checkLogin(kind: ContactKind, typed: Typed): Checked<LoginFields> {
	const contact = checkField(kind, contactSchemas[kind], typed);
	if (contact.broken) return contact;
	const password = checkField('password', credentials.shape.password, typed);
	if (password.broken) return password;
	return { fields: { ...contactFields(kind, contact.fields), password: password.fields } };
}

/** The sign-up form's first broken rule, or what to send. */
export function checkSignup(
	kind: ContactKind,
	typed: Typed,
): Checked<LoginFields & { userName: string }> {
	const name = checkField('userName', userName, typed);
	if (name.broken) return name;
	const contact = checkField(kind, contactSchemas[kind], typed);
	if (contact.broken) return contact;
	const password = checkPasswordPair(typed);
	if (password.broken) return password;
	return {
		fields: {
			userName: name.fields,
			...contactFields(kind, contact.fields),
			password: password.fields,
		},
	};
}

/** A new password and its repetition: the first broken rule, or what to send. */
export function checkPasswordPair(typed: Typed): Checked<string> {
	const password = checkField('password', registration.shape.password, typed);
	if (password.broken || typed.confirmPassword === typed.password) return password;
	return { broken: { field: 'confirmPassword', message: PEOPLE_MESSAGES.passwordsDiffer } };
}

function contactFields(kind: ContactKind, contact: string) {
	return {
		email: kind === 'email' ? contact : undefined,
		phoneNumber: kind === 'phoneNumber' ? contact : undefined,
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
	return { broken: { field, message: parsed.error.issues[0]?.message ?? '' } };
}
