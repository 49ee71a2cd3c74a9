import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react';

interface NotificationLook {
	label: string;
	icon: LucideIcon;
	colour: string;
	edge: string;
}

const ERROR_LOOK: NotificationLook = {
	label: 'Error',
	icon: CircleAlert,
	colour: 'text-bad',
	edge: 'border-l-bad',
};

/** Info, warning and success have looks of their own (spec 2 §2, "Notifications"). */
export const NOTIFICATION_LOOKS: Readonly<Record<string, NotificationLook>> = {
	info: { label: 'Info', icon: Info, colour: 'text-link', edge: 'border-l-link' },
	warning: { label: 'Warning', icon: TriangleAlert, colour: 'text-ink', edge: 'border-l-accent' },
	success: { label: 'Success', icon: CircleCheck, colour: 'text-good', edge: 'border-l-good' },
	error: ERROR_LOOK,
};

/** Any other type looks like an error (spec 2 §2). */
export function lookOf(type: string): NotificationLook {
	return NOTIFICATION_LOOKS[type] ?? ERROR_LOOK;
}

/** Who is told, in words. */
export const TARGET_WORDS = { admins: 'For administrators', all: 'For all users' } as const;
