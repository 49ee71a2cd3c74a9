import { useLocation } from 'react-router';
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts';
import type { ContactKind } from './contact-form.ts';

/** An email address or phone number passed from sign-up to login, in the history state and not in the address. */
export interface Contact {
	kind: ContactKind;
	value: string;
}

/** The contact passed by the sign-up page; undefined if the user came from elsewhere. */
export function useContactFromSignup(): Contact | undefined {
	const { state } = useLocation();
	return useIsHydrated() ? (state as { contact?: Contact } | null)?.contact : undefined;
}
