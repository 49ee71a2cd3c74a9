import { Check, CheckCheck, Clock3, type LucideIcon } from 'lucide-react';
import type { DeliveryStatus } from '#web/features/chat/engine/messages.ts';

const STATUS_ICONS: Record<DeliveryStatus, { label: string; Icon: LucideIcon; isBold?: true }> = {
	sending: { label: 'Sending', Icon: Clock3 },
	sent: { label: 'Sent', Icon: Check },
	delivered: { label: 'Delivered', Icon: CheckCheck },
	read: { label: 'Read', Icon: CheckCheck, isBold: true },
};

/** The delivery status of the user's own message. The icons of `delivered` and `read` differ by weight and colour. */
export function DeliveryStatusIcon({ status }: { status: DeliveryStatus }) {
	const { label, Icon, isBold = false } = STATUS_ICONS[status];
	return (
		<span title={label} className={`inline-flex ${isBold ? 'text-link' : ''}`}>
			<Icon aria-hidden="true" strokeWidth={isBold ? 3.5 : 2} className="size-4" />
			<span className="sr-only">{label}</span>
		</span>
	);
}
