using System.Collections.ObjectModel;
using System.ComponentModel;
using System.Windows.Input;

namespace NotesApp;

public sealed class Note
{
    public required string Title { get; set; }
    public string Body { get; set; } = "";
    public bool Pinned { get; set; }
}

public sealed class NotesViewModel : INotifyPropertyChanged
{
    private string _draft = "";

    public NotesViewModel() => AddCommand = new Command(Add, () => Draft.Length > 0);

    public event PropertyChangedEventHandler? PropertyChanged;

    public ObservableCollection<Note> Notes { get; } = [new Note { Title = "Groceries", Body = "tea, milk", Pinned = true }, new Note { Title = "Ideas" }];

    public string Draft
    {
        get => _draft;
        set
        {
            _draft = value;
            PropertyChanged?.Invoke(this, new PropertyChangedEventArgs(nameof(Draft)));
        }
    }

    /// <summary>The thread that added last: an action must run where the user interface runs.</summary>
    public int LastThread { get; private set; }

    public ICommand AddCommand { get; }

    private void Add()
    {
        LastThread = Environment.CurrentManagedThreadId;
        Notes.Add(new Note { Title = Draft });
        Draft = "";
    }

    private sealed class Command(Action run, Func<bool> can) : ICommand
    {
        public event EventHandler? CanExecuteChanged { add { } remove { } }
        public bool CanExecute(object? parameter) => can();
        public void Execute(object? parameter) => run();
    }
}
