/** An inbox: Angular with signals and a service. */
import '@angular/compiler';
import { Component, computed, Injectable, inject, provideZonelessChangeDetection, signal } from '@angular/core';
import { bootstrapApplication } from '@angular/platform-browser';
import { BehaviorSubject } from 'rxjs';

class MailService {
  readonly messages = signal([
    { id: 1, from: 'Grace', subject: 'Minutes', unread: true },
    { id: 2, from: 'Alan', subject: 'Lunch?', unread: false },
  ]);
  readonly quota$ = new BehaviorSubject({ usedMegabytes: 812, limitMegabytes: 2048 });
  archive(id: number): void {
    this.messages.update((all) => all.filter((message) => message.id !== id));
  }
}
Injectable({ providedIn: 'root' })(MailService);

class InboxComponent {
  readonly mail = inject(MailService);
  readonly folder = signal('Inbox');
  readonly unread = computed(() => this.mail.messages().filter((message) => message.unread).length);
  density = 'compact';
  open(folder: string): void {
    this.folder.set(folder);
  }
}
Component({
  selector: 'app-root',
  template: `
    <h1>{{ folder() }}</h1>
    <p class="unread">Unread: {{ unread() }}</p>
    <ul class="messages">
      @for (message of mail.messages(); track message.id) {
        <li class="message"><b class="from">{{ message.from }}</b> <span class="subject">{{ message.subject }}</span> <button type="button" (click)="mail.archive(message.id)">Archive</button></li>
      }
    </ul>
    <button type="button" (click)="open('Sent')">Sent</button>`,
})(InboxComponent);

document.getElementById('app')?.replaceWith(document.createElement('app-root'));
void bootstrapApplication(InboxComponent, { providers: [provideZonelessChangeDetection()] });
