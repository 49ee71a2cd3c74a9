import { type DemoItem, itemsInCategory } from '#tools/demo/demo-item.ts';

/** Demo items: phones, small devices and electronics for the lab. */
export const ELECTRONICS_BENCH: readonly DemoItem[] = itemsInCategory('Electronics', [
	{
		title: 'boAt Airdopes with case',
		description:
			'Case charges from USB-C and lasts four days. Left bud has a scratch, sound is fine. New silicone tips of all three sizes.',
		price: 750,
		condition: 'fair',
		details: { works: 'yes', brand: 'boAt' },
		seller: 'karthik',
		ageHours: 257,
		pictures: ['boat-airdopes-1.webp', 'boat-airdopes-2.webp'],
	},
	{
		title: 'Redmi Note 12, 6 GB, 128 GB',
		description:
			'Fifteen months old, always in a cover and with glass on. Battery still a full day. Box, bill and charger there. Open to a fair offer.',
		price: 8900,
		condition: 'like-new',
		details: { works: 'yes', brand: 'Xiaomi' },
		seller: 'nidhi',
		ageHours: 347,
		pictures: ['redmi-note-12-1.webp', 'redmi-note-12-2.webp', 'redmi-note-12-3.webp'],
	},
	{
		title: 'OnePlus Nord CE 2',
		description:
			'Screen replaced at the service centre in March, bill available. Fast charger included. Good camera, I shot the whole fest with it.',
		price: 11_500,
		condition: 'good',
		details: { works: 'yes', brand: 'OnePlus' },
		seller: 'joel',
		ageHours: 845,
		pictures: ['oneplus-nord-1.webp', 'oneplus-nord-2.webp'],
		soldHoursAgo: 30,
	},
	{
		title: 'iPad 9th gen with pencil',
		description:
			'64 GB. All my notes of five semesters were written on this. Matte glass on, no bends. Pencil tip is nearly new.',
		price: 19_500,
		condition: 'good',
		details: { works: 'yes', brand: 'Apple' },
		seller: 'ananya',
		ageHours: 80,
		pictures: ['ipad-1.webp', 'ipad-2.webp', 'ipad-3.webp', 'ipad-4.webp'],
	},
	{
		title: 'Mi power bank, 20000 mAh',
		description:
			'Three full phone charges even now. Charges two at once. Useful in power cuts and on the Goa trip.',
		price: 900,
		condition: 'good',
		details: { works: 'yes', brand: 'Xiaomi' },
		seller: 'bhavesh',
		ageHours: 387,
		pictures: ['mi-power-bank-1.webp', 'mi-power-bank-2.webp'],
	},
	{
		title: 'JBL Go style Bluetooth speaker',
		description: 'Small, loud, survived two Holis. Battery about five hours. Strap included.',
		price: 1250,
		condition: 'fair',
		details: { works: 'yes', brand: 'JBL' },
		seller: 'harpreet',
		ageHours: 663,
		pictures: ['bluetooth-speaker-1.webp', 'bluetooth-speaker-2.webp'],
	},
	{
		title: 'TP-Link router, dual band, 4 antennas',
		description:
			'Reaches all corners of our flat off campus. Reset to factory settings. Adapter and LAN cable included.',
		price: 950,
		condition: 'good',
		details: { works: 'yes', brand: 'TP-Link' },
		seller: 'tenzin',
		ageHours: 100,
		pictures: ['tp-link-router-1.webp', 'tp-link-router-2.webp'],
	},
	{
		title: 'Arduino Uno R3 starter kit',
		description:
			'Board, breadboard, thirty jumper wires, servo, ultrasonic sensor, LEDs and resistors in a box. Everything was used in one mini project and works.',
		price: 1100,
		condition: 'good',
		details: { works: 'yes', brand: 'Arduino' },
		seller: 'karthik',
		ageHours: 65,
		pictures: [
			'arduino-kit-1.webp',
			'arduino-kit-2.webp',
			'arduino-kit-3.webp',
			'arduino-kit-4.webp',
		],
	},
	{
		title: 'Raspberry Pi 4, 4 GB, with case',
		description:
			'Case with fan, official adapter and a 32 GB card with the OS on it. Ran as our project server for one semester.',
		price: 4200,
		condition: 'like-new',
		details: { works: 'yes', brand: 'Raspberry Pi' },
		seller: 'joel',
		ageHours: 546,
		pictures: ['raspberry-pi-1.webp', 'raspberry-pi-2.webp'],
	},
	{
		title: 'Breadboards (2) with jumper wires',
		description:
			'Two full-size boards, about sixty wires and a tin of common resistors. Enough for the whole digital electronics lab.',
		price: 260,
		condition: 'good',
		details: { works: 'yes' },
		seller: 'swati',
		ageHours: 172,
		pictures: ['breadboards-1.webp', 'breadboards-2.webp'],
	},
	{
		title: 'Digital multimeter with probes',
		description:
			'Measures everything you need in BEE and electronics lab, continuity beep works. New 9 V battery. Pouch included.',
		price: 450,
		condition: 'good',
		details: { works: 'yes' },
		seller: 'debjani',
		ageHours: 140,
		pictures: ['multimeter-1.webp', 'multimeter-2.webp'],
	},
	{
		title: 'Soldering iron 25 W with stand',
		description:
			'Iron, stand, sponge, flux and half a roll of wire. Heats in two minutes. Bit is clean, I tinned it after every use.',
		price: 380,
		condition: 'good',
		details: { works: 'yes' },
		seller: 'harpreet',
		ageHours: 297,
		pictures: ['soldering-iron-1.webp', 'soldering-iron-2.webp'],
	},
	{
		title: 'Digital oscilloscope, 2 channels, 50 MHz',
		description:
			'Three of us bought it for the final-year project, which is now over. Both probes, USB cable and calibration sheet included. You can test it in the electronics lab.',
		price: 9500,
		condition: 'like-new',
		details: { works: 'yes' },
		seller: 'tenzin',
		ageHours: 1412,
		pictures: ['oscilloscope-1.webp', 'oscilloscope-2.webp', 'oscilloscope-3.webp'],
	},
	{
		title: 'Robot car chassis, line follower',
		description:
			'Two motors, wheels, motor driver, IR and ultrasonic sensors, battery holder. Won the second prize in Robowars junior. Code shared on pendrive.',
		price: 1350,
		condition: 'good',
		details: { works: 'yes' },
		seller: 'rohit',
		ageHours: 221,
		pictures: ['robot-car-1.webp', 'robot-car-2.webp', 'robot-car-3.webp', 'robot-car-4.webp'],
	},
]);
