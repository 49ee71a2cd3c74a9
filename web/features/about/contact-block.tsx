import { Clock, Mail, MapPin, Phone } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { site } from '#web/lib/site.ts';

const LINK =
	'inline-flex min-h-11 items-center wrap-anywhere text-link underline underline-offset-4';

const SUPPORT_HOURS = 'Mon-Fri 9AM-6PM';

/** Contact data of the site's team. */
export function ContactBlock() {
	const id = useId();

	return (
		<section aria-labelledby={id} className="grid content-start gap-4">
			<h2 id={id} className="text-2xl">
				Contact
			</h2>
			<dl className="grid gap-2 rounded-card border border-line bg-surface p-5">
				<ContactMethod name="Email" icon={<Mail aria-hidden="true" className="size-5" />}>
					<a href={`mailto:${site.supportEmail}`} className={LINK}>
						{site.supportEmail}
					</a>
				</ContactMethod>
				<ContactMethod name="Phone" icon={<Phone aria-hidden="true" className="size-5" />}>
					<a href={`tel:${site.phone.replace(/[^+\d]/g, '')}`} className={LINK}>
						{site.phone}
					</a>
				</ContactMethod>
				<ContactMethod name="Address" icon={<MapPin aria-hidden="true" className="size-5" />}>
					{site.address}
				</ContactMethod>
				<ContactMethod name="Hours" icon={<Clock aria-hidden="true" className="size-5" />}>
					{SUPPORT_HOURS}
				</ContactMethod>
			</dl>
		</section>
	);
}

function ContactMethod({
	name,
	icon,
	children,
}: {
	name: string;
	icon: ReactNode;
	children: ReactNode;
}) {
	return (
		<div className="grid min-h-11 grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3">
			<dt className="flex items-center">
				{icon}
				<span className="sr-only">{name}</span>
			</dt>
			<dd className="wrap-anywhere">{children}</dd>
		</div>
	);
}
