import * as z from 'zod/mini';
import { PERSON_ERRORS } from '#contract/auth/person-errors.ts';
import { email, phoneNumber, userName } from '#contract/auth/person-fields.ts';
import { credentials, registration } from '#contract/auth/schemas.ts';
import type { FormError } from '#web/ui/form/use-form-errors.ts';

const contactSchemas = { email, phoneNumber };
export type ContactKind = keyof typeof contactSchemas;

/** The names of the inputs. */
export type AuthField = 'userName' | ContactKind | 'password' | 'confirmPassword';

type FormValues = Record<string, unknown>;
type Validated<T> = { errors: readonly FormError<AuthField>[] } | { errors?: undefined; data: T };

interface LoginFields {
	email: string | undefined;
	phoneNumber: string | undefined;
	password: string;
}

/** All errors of the login form, or the data to send: only the contact in the visible field. */
export function validateLogin(kind: ContactKind, values: FormValues): Validated<LoginFields> {
	const contact = validateContact(kind, values);
	const password = validateField('password', credentials.shape.password, values);
	if (contact.errors || password.errors) return mergeErrors(contact, password);
	return { data: { ...contact.data, password: password.data } };
}

/** All errors of the sign-up form, or the data to send. */
export function validateSignup(
	kind: ContactKind,
	values: FormValues,
): Validated<LoginFields & { userName: string }> {
	const name = validateField('userName', userName, values);
	const contact = validateContact(kind, values);
	const password = validatePasswordPair(values);
	if (name.errors || contact.errors || password.errors) return mergeErrors(name, contact, password);
	return {
		data: { userName: name.data, ...contact.data, password: password.data },
	};
}

/** All errors of a new password and its repetition, or the password to send. */
export function validatePasswordPair(values: FormValues): Validated<string> {
	const password = validateField('password', registration.shape.password, values);
	if (values.confirmPassword === values.password) return password;
	const mismatch = {
		field: 'confirmPassword',
		message: PERSON_ERRORS.passwordsDiffer.message,
		alsoClearedBy: 'password',
	} as const;
	return { errors: [...(password.errors ?? []), mismatch] };
}

function mergeErrors(...results: Validated<unknown>[]): {
	errors: readonly FormError<AuthField>[];
} {
	return { errors: results.flatMap(({ errors }) => errors ?? []) };
}

/**
 * Recognises a phone number typed under 'Email' and an email address under 'Phone'. Text that is neither counts as
 * the selected kind.
 */
export function detectContactKind(text: string, selected: ContactKind): ContactKind {
	if (text.includes('@')) return 'email';
	return z.safeParse(phoneNumber, text).success ? 'phoneNumber' : selected;
}

/** Validates the visible contact field by its detected kind; errors are shown at that field. */
function validateContact(
	selected: ContactKind,
	values: FormValues,
): Validated<Pick<LoginFields, 'email' | 'phoneNumber'>> {
	const kind = detectContactKind(String(values[selected] ?? ''), selected);
	const contact = validateField(selected, contactSchemas[kind], values);
	if (contact.errors) return contact;
	return {
		data: {
			email: kind === 'email' ? contact.data : undefined,
			phoneNumber: kind === 'phoneNumber' ? contact.data : undefined,
		},
	};
}

/** Validates one field by its own schema. */
export function validateField<S extends z.ZodMiniType<string>>(
	field: AuthField,
	schema: S,
	values: FormValues,
): Validated<string> {
	const parsed = z.safeParse(schema, values[field]);
	if (parsed.success) return { data: parsed.data };
	return { errors: [{ field, message: parsed.error.issues[0]?.message ?? '' }] };
}
