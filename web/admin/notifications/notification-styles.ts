import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react';

interface NotificationStyle {
	label: string;
	icon: LucideIcon;
	colourClass: string;
	borderClass: string;
}

const ERROR_STYLE: NotificationStyle = {
	label: 'Error',
	icon: CircleAlert,
	colourClass: 'text-bad',
	borderClass: 'border-l-bad',
};

/** Info, warning and success have styles of their own. */
export const NOTIFICATION_STYLES: Readonly<Record<string, NotificationStyle>> = {
	info: { label: 'Info', icon: Info, colourClass: 'text-link', borderClass: 'border-l-link' },
	warning: {
		label: 'Warning',
		icon: TriangleAlert,
		colourClass: 'text-ink',
		borderClass: 'border-l-accent',
	},
	success: {
		label: 'Success',
		icon: CircleCheck,
		colourClass: 'text-good',
		borderClass: 'border-l-good',
	},
	error: ERROR_STYLE,
};

/** Any other type looks like an error. */
export function styleOf(type: string): NotificationStyle {
	return NOTIFICATION_STYLES[type] ?? ERROR_STYLE;
}

/** Labels of the audiences that a notification can have. */
export const TARGET_LABELS = { admins: 'For administrators', all: 'For all users' } as const;
