import { Check, CheckCheck, Clock3, type LucideIcon } from 'lucide-react';
import type { DeliveryStatus } from '#web/features/chat/engine/messages.ts';

const STATUS_ICONS: Record<DeliveryStatus, { label: string; Icon: LucideIcon; tone: string }> = {
	sending: { label: 'Sending', Icon: Clock3, tone: '' },
	sent: { label: 'Sent', Icon: Check, tone: '' },
	delivered: { label: 'Delivered', Icon: CheckCheck, tone: '' },
	read: { label: 'Read', Icon: CheckCheck, tone: 'text-link' },
};

/** The delivery status of the user's own message. */
export function DeliveryStatusIcon({ status }: { status: DeliveryStatus }) {
	const { label, Icon, tone } = STATUS_ICONS[status];
	return (
		<span title={label} className={`inline-flex ${tone}`}>
			<Icon aria-hidden="true" className="size-4" />
			<span className="sr-only">{label}</span>
		</span>
	);
}
