import { useLocation } from 'react-router';
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts';
import type { ContactKind } from './contact-form.ts';

/** An email address or phone number that goes along from sign-up to login, in the history and not in the address. */
export interface Contact {
	kind: ContactKind;
	value: string;
}

/** What the sign-up page has handed over; undefined where somebody came another way. */
export function useContactFromSignup(): Contact | undefined {
	const { state } = useLocation();
	return useIsHydrated() ? (state as { contact?: Contact } | null)?.contact : undefined;
}
